import { client, pathPrefix } from '../../state/client.ts'

/** An e-mail in the quarantine. */
export interface QuarantinedMail {
  readonly id: number
  readonly state: string
  /** The reason why it is in the quarantine. */
  readonly reason: string | null
  /** The mail account at which it arrived. */
  readonly channel_id: number | null
  /** The way by which it arrived: `imap`, `smtp`, `lmtp`, `pipe`, or `edit` for a corrected copy. */
  readonly via: string
  readonly envelope_from: string | null
  readonly envelope_to: { readonly addresses?: readonly string[] }
  /** Address and name of the mail server that sent it. */
  readonly client: string | null
  /** Bytes. */
  readonly size: number
  readonly from: string | null
  readonly subject: string | null
  readonly article_id: number | null
  readonly created_at: string
}

/** The newest 1,000 e-mails in the quarantine, the newest first. */
export const quarantine = {
  key: 'admin quarantine',
  load: async () => {
    const mails = await client.request<QuarantinedMail[]>('GET', 'received_mails?state=quarantined&per_page=1000')
    return mails.toSorted((a, b) => b.id - a.id)
  },
  events: [],
}

/** Returns the address of the original bytes. */
export const rawAddress = (id: number): string => `${pathPrefix}/api/v1/received_mails/${id}/raw`

/** The text of an e-mail. */
export interface RawMail {
  readonly text: string
  /** False if the e-mail is not UTF-8; the text then has one character for each byte. */
  readonly isUtf8: boolean
}

/** Returns the text of an e-mail. Its lines end without a carriage return, as a text field shows them. */
export async function rawMail(id: number): Promise<RawMail> {
  const response = await fetch(rawAddress(id))
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const utf8 = textOf(bytes)
  return { text: (utf8 ?? charactersOf(bytes)).replaceAll('\r\n', '\n'), isUtf8: utf8 !== undefined }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns a character for each byte. */
function charactersOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Returns a text as the service expects an edited e-mail: with one character for each byte, and CRLF line ends. */
function asRaw({ text, isUtf8 }: RawMail): string {
  const lines = text.replaceAll('\n', '\r\n')
  return isUtf8 ? charactersOf(new TextEncoder().encode(lines)) : lines
}

/**
 * Retries an e-mail.
 * @param edited a corrected text that replaces the e-mail.
 * @returns the e-mail that waits: the same one, or a corrected copy with an id of its own.
 */
export const retryMail = (id: number, edited: RawMail | undefined): Promise<QuarantinedMail> => {
  const json = edited === undefined ? {} : { raw: asRaw(edited) }
  return client.request<QuarantinedMail>('POST', `received_mails/${id}/retry`, { json })
}

/** Milliseconds between two requests for the result of a retry. */
const PAUSE = 500
/** Maximum number of these requests. */
const MAX_REQUESTS = 8

/** Waits a few seconds for the result of a retry. Returns the e-mail, which may still be waiting. */
export async function resultOf(id: number): Promise<QuarantinedMail> {
  for (let attempt = 1; ; attempt++) {
    const mail = await client.request<QuarantinedMail>('GET', `received_mails/${id}`)
    if (mail.state !== 'waiting' || attempt === MAX_REQUESTS) return mail
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
