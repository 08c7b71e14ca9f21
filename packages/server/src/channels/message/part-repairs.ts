/** Repairs parts of a message that the parser would read wrongly. */
import { repairBase64 } from './base64.ts'
import { encodingOf } from './fields.ts'
import { removeFlow } from './flow.ts'
import { contentOf, joinParts, MAX_PARTS, type Part, readParts, encodeAsBase64 } from './mime-structure.ts'
import { isText, typeOf, markFileAsAttachment, repairTextType } from './part-types.ts'
import { recodeUuencode } from './uuencode.ts'

/** A message whose parts are repaired. */
export interface RepairedMessage {
  readonly raw: Buffer
  readonly parts: readonly Part[]
}

/** Repairs the parts of a message; keeps its buffer if no part needs a repair. Returns undefined if it has too many parts. */
export function repairParts(raw: Buffer): RepairedMessage | undefined {
  const originals = readParts(raw)
  if (originals.length >= MAX_PARTS) return undefined
  let hasText = false
  const parts = originals.map((original) => {
    const part = original.isLeaf ? repairs.reduce((before, repair) => repair(before, hasText), original) : original
    hasText ||= isText(part)
    return part
  })
  const isUnchanged = parts.every((part, index) => part === originals[index] && !part.isRepaired)
  return { raw: isUnchanged ? raw : joinParts(parts), parts }
}

/** Repairs a leaf. `hasText` is true if text precedes it. */
type PartRepair = (part: Part, hasText: boolean) => Part

const repairs: readonly PartRepair[] = [
  repairTextType,
  markFileAsAttachment,
  recodeUuencode,
  repairBase64,
  repairSoftBreaks,
  removeFlow,
  preserveBytes,
]

/**
 * Removes the spaces that mail servers append to lines: the parser would not see that the lines are continued (RFC 2045,
 * 6.7).
 */
function repairSoftBreaks(part: Part): Part {
  if (!(part.body.includes('= ') || part.body.includes('=\t'))) return part
  if (encodingOf(part.header) !== 'quoted-printable') return part
  const body = part.body.toString('latin1').replace(/=[ \t]+(?=\r?$)/gm, '=')
  return { ...part, body: Buffer.from(body, 'latin1') }
}

/** Encodes files as base64: the parser reads lines and loses carriage returns, which are content of files (RFC 2045, 6.2). */
function preserveBytes(part: Part): Part {
  const hasLines = /^(?:text|multipart)\//.test(typeOf(part))
  return hasLines || encodingOf(part.header) !== '' ? part : encodeAsBase64(part, contentOf(part))
}
