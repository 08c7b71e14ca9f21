/** Parses address headers (RFC 5322 and 2047), including the malformed ones that real programs write. */
import { decodeWords } from 'postal-mime'
import { isEmail } from '../../resources/user/names.ts'
import type { Mailbox } from './mail.ts'
import { cut, oneLine } from './text.ts'
import { type Token, tokensIn } from './address-tokens.ts'

/**
 * Returns the mailboxes in an address header, including those in groups. Splits the header before decoding encoded words,
 * so that their content can neither end a name nor become an address.
 */
export function parseAddresses(header: string): Mailbox[] {
  const withoutControls = header.replace(/[^\P{Cc}\s]/gu, '')
  return mailboxesIn(withoutControls)
    .slice(0, MAX_MAILBOXES)
    .map(({ name, address }) => ({
      name: cut(oneLine(name), MAX_NAME_LENGTH),
      address: cut(oneLine(removeInvisible(address)), MAX_ADDRESS_LENGTH),
    }))
    .map(({ name, address }) => ({ name: name === address ? '' : name, address }))
    .filter(({ name, address }) => name !== '' || address !== '')
}

const MAX_MAILBOXES = 1000
/** Maximum lengths in characters. That of addresses is the limit of SMTP (RFC 5321, 4.5.3.1.3). */
const [MAX_NAME_LENGTH, MAX_ADDRESS_LENGTH] = [250, 254]

/** Removes characters without width, which people copy from web pages. */
const removeInvisible = (address: string): string => address.replace(/\p{Cf}/gu, '')

function mailboxesIn(header: string, isDecoded = false): Mailbox[] {
  const mailboxes: Mailbox[] = []
  let names: Entry[] = []
  for (const entry of entriesIn(header)) {
    if (isBareName(entry)) {
      names.push(entry)
      continue
    }
    const ofEntry = mailboxesOf(entry, isDecoded)
    // "Sand, Rita <rita@desk.example>": an unquoted name with a comma.
    if (names.length > 0 && isNamed(entry))
      ofEntry.splice(0, 1, ...mailboxesOf(joinEntries([...names, entry]), isDecoded))
    else mailboxes.push(...names.flatMap((name) => mailboxesOf(name, isDecoded)))
    mailboxes.push(...ofEntry)
    names = []
  }
  return [...mailboxes, ...names.flatMap((name) => mailboxesOf(name, isDecoded))]
}

/** The tokens between two separators, by kind. */
interface Entry {
  readonly phrase: readonly PhraseWord[]
  readonly comments: readonly string[]
  readonly angles: readonly string[]
}

/** A word of a phrase: tokens without whitespace between them. */
interface PhraseWord {
  readonly text: string
  readonly raw: string
  readonly isQuoted: boolean
  readonly isEncoded: boolean
  /** True if it contains an `@` outside of quoted strings and encoded words. */
  readonly hasAt: boolean
}

const isBareName = ({ phrase, comments, angles }: Entry): boolean =>
  comments.length + angles.length === 0 &&
  phrase.length > 0 &&
  phrase.every((word) => !word.isQuoted && bareAddress(word) === undefined)

const isNamed = ({ phrase, comments, angles }: Entry): boolean =>
  phrase.length > 0 && (angles.length > 0 || comments.some((comment) => addressIn(comment) !== undefined))

/** A comma that is part of a name. */
const comma: PhraseWord = { text: ',', raw: ',', isQuoted: false, isEncoded: false, hasAt: false }

function joinEntries(entries: readonly Entry[]): Entry {
  const last = entries.at(-1) as Entry
  const names = entries.slice(0, -1).flatMap(({ phrase }) => [...phrase, comma])
  return { ...last, phrase: [...names, ...last.phrase] }
}

function mailboxesOf({ phrase, comments, angles }: Entry, isDecoded: boolean): Mailbox[] {
  const nameIn = (words: readonly PhraseWord[]) => textOf(words) || decodeWords(comments.join(' '))
  const angle = angles.find((text) => text.includes('@')) ?? angles.find((text) => text.trim() !== '')
  if (angle !== undefined) {
    const address = plainAddress(angle)
    return [{ name: nameIn(phrase.filter((word) => word.raw !== address)), address }]
  }
  const bare = phrase.flatMap((word) => bareAddress(word) ?? [])
  if (bare.length > 0) {
    const name = nameIn(phrase.filter((word) => bareAddress(word) === undefined))
    return bare.map((address, index) => ({ name: index === 0 ? name : '', address }))
  }
  const commented = comments.flatMap((comment) => addressIn(comment) ?? [])[0]
  if (commented !== undefined) return [{ name: textOf(phrase), address: commented }]
  const name = nameIn(phrase)
  // Some programs encode the whole mailbox.
  const isEncoded = !isDecoded && phrase.length > 0 && phrase.every((word) => word.isEncoded)
  const decoded = isEncoded && name.includes('<') ? mailboxesIn(name, true) : []
  return decoded.some(({ address }) => isEmail(address)) ? decoded : [{ name, address: '' }]
}

const textOf = (phrase: readonly PhraseWord[]): string =>
  decodeWords(phrase.map((word, index) => (index === 0 || word === comma ? '' : ' ') + word.text).join(''))

/**
 * Returns an address without the obsolete syntax of RFC 5322, 4.4: `<@relay.example:rita@desk.example>` has a route, and
 * a long address may be folded before `@` or a dot, or contain comments. Quotes are removed if the address is accepted
 * without them: `"kim..lee"@x.example` needs them by the standard, but some mobile networks assign such addresses.
 */
function plainAddress(angle: string): string {
  const plain = angle
    .replace(/\([^()]*\)/g, '')
    .trim()
    .replace(/^(?:mailto:|@[^:]*:)/i, '')
    .replace(/\s*([@.])\s*/g, '$1')
  const unquoted = plain.replace(/^"(.*)"@/, '$1@')
  return isEmail(unquoted) ? unquoted : plain
}

const addressIn = (comment: string): string | undefined => comment.split(/[\s<>]+/).find(isEmail)

/**
 * Returns a word without angle brackets as an address; undefined if it is not an address. Also accepts
 * `[mailto:rita@desk.example]`, `'rita@desk.example'` and `rita@desk.example.`, which programs write.
 */
function bareAddress({ text, raw, hasAt }: PhraseWord): string | undefined {
  const plain = (isEmail(text) ? text : raw)
    .replace(/^\[(?:mailto:)?([^\]]*)\]$/i, '$1')
    .replace(/^'([^']*)'$/, '$1')
    .replace(/\.$/, '')
  return hasAt && !plain.startsWith('@') && !plain.endsWith('@') ? plain : undefined
}

function entriesIn(header: string): Entry[] {
  const entries: Entry[] = []
  let phrase: PhraseWord[] = []
  let comments: string[] = []
  let angles: string[] = []
  const endEntry = () => {
    entries.push({ phrase, comments, angles })
    phrase = []
    comments = []
    angles = []
  }
  for (const token of tokensIn(header)) {
    if (token.kind === 'comment') comments.push(token.text)
    else if (token.kind === 'angle') angles.push(token.text)
    else if (token.kind === 'separator') endEntry()
    // A name precedes its address; text after both belongs to neither (RFC 5322, 3.4).
    else if (token.kind !== 'colon') append(phrase.length > 0 && angles.length > 0 ? [] : phrase, token)
    else if (angles.length > 0 || phrase.some((word) => bareAddress(word) !== undefined)) endEntry()
    else {
      // The colon ends the name of a group.
      phrase = []
      comments = []
    }
  }
  endEntry()
  return entries
}

function append(phrase: PhraseWord[], { text, raw, followsSpace, kind }: Token): void {
  const last = followsSpace ? undefined : phrase.pop()
  phrase.push({
    text: (last?.text ?? '') + text,
    raw: (last?.raw ?? '') + raw,
    isQuoted: last?.isQuoted || kind === 'quoted',
    isEncoded: last?.isEncoded || kind === 'encoded',
    hasAt: last?.hasAt || (kind === 'word' && raw.includes('@')),
  })
}
