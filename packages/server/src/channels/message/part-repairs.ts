/** Repairs parts of a message that the parser would read wrongly. */
import { withSoundBase64 } from './base64.ts'
import { encodingOf } from './fields.ts'
import { withoutFlow } from './flow.ts'
import { contentOf, joinParts, MAX_PARTS, type Part, readParts, withBase64 } from './mime-structure.ts'
import { isText, typeOf, withFile, withTextType } from './part-types.ts'
import { recodeUuPart } from './uuencode.ts'

/** A message whose parts are repaired. */
export interface SoundMessage {
  readonly raw: Buffer
  readonly parts: readonly Part[]
}

/** Returns the message with its parts repaired, and the same buffer if none needs it; undefined if it has too many parts. */
export function withSoundParts(raw: Buffer): SoundMessage | undefined {
  const written = readParts(raw)
  if (written.length >= MAX_PARTS) return undefined
  let hasText = false
  const parts = written.map((part) => {
    const sound = part.isLeaf ? repairs.reduce((now, repair) => repair(now, hasText), part) : part
    hasText ||= isText(sound)
    return sound
  })
  const isSound = parts.every((part, at) => part === written[at] && !part.isRepaired)
  return { raw: isSound ? raw : joinParts(parts), parts }
}

/** Repairs a leaf. `hasText` is true if text precedes it. */
type PartRepair = (part: Part, hasText: boolean) => Part

const repairs: readonly PartRepair[] = [
  withTextType,
  withFile,
  recodeUuPart,
  withSoundBase64,
  withSoftBreaks,
  withoutFlow,
  withAllBytes,
]

/** Mail servers append spaces to lines; the parser would not see that these are continued (RFC 2045, 6.7). */
function withSoftBreaks(part: Part): Part {
  if (!(part.body.includes('= ') || part.body.includes('=\t'))) return part
  if (encodingOf(part.header) !== 'quoted-printable') return part
  const body = part.body.toString('latin1').replace(/=[ \t]+(?=\r?$)/gm, '=')
  return { ...part, body: Buffer.from(body, 'latin1') }
}

/** The parser reads lines and loses carriage returns, which are content of files (RFC 2045, 6.2) and signed messages. */
function withAllBytes(part: Part): Part {
  const isLines = /^(?:text|multipart)\//.test(typeOf(part))
  return isLines || encodingOf(part.header) !== '' ? part : withBase64(part, contentOf(part))
}
