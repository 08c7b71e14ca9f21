import { type Content, ContentBuilder } from '../../text/content.ts'
import { Fault } from '../../errors/fault.ts'

/**
 * Decodes the base64 text of a JSON string as it arrives. Line breaks are skipped; any other invalid character makes the text invalid.
 */
export class Base64Decoder {
  readonly #content = new ContentBuilder()
  /** Up to three characters that wait for the rest of their group. */
  #rest = ''
  #isPadded = false
  #isValid = true

  /**
   * @param bytes a part of the JSON text that does not end within an escape sequence.
   * @throws Fault `invalid_json` for an escape sequence that does not exist.
   */
  add(bytes: Buffer): void {
    if (!this.#isValid) return
    const text = this.#rest + decodeEscapes(bytes.toString('latin1'))
    const end = text.length - (text.length % 4)
    const groups = text.slice(0, end)
    this.#rest = text.slice(end)
    this.#isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(groups) && !(this.#isPadded && groups !== '')
    if (!this.#isValid) return
    this.#isPadded ||= groups.endsWith('=')
    this.#content.add(Buffer.from(groups, 'base64'))
  }

  /** @returns the decoded content; undefined if the text is not base64. */
  finish(): Content | undefined {
    return this.#isValid && this.#rest === '' ? this.#content.finish() : undefined
  }
}

function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return (JSON.parse(`"${text}"`) as string).replace(/[\r\n]+/g, '')
  } catch {
    throw new Fault('invalid_json')
  }
}
