import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { Fault, invalid } from '../../errors/fault.ts'
import { DecodedData } from '../../resources/article/form-file.ts'
import type { BodyShape } from '../limits.ts'
import { Base64Decoder } from './base64.ts'
import { tooLarge } from './too-large.ts'
import { backslashesBefore, startOfEscape } from './json-escapes.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** The `data` of a file is decoded separately above this many bytes. */
const LONG_DATA = 64 * 1024

/** The meaning of an object or array: a list of attachments, a file in such a list, or anything else. */
type Frame = 'attachments' | 'file' | 'other'

/**
 * Reads a JSON body as it arrives. It counts levels and values while it scans the bytes, so that a body that is
 * expensive to parse is rejected before it is parsed, and before the rest has arrived. Long `data` of attachments is
 * decoded as it arrives and left out of the text, which stays small enough to be parsed at once.
 */
export class JsonReader {
  readonly #limits: BodyShape
  readonly #maxTextBytes: number
  readonly #takesFiles: boolean
  #text: Buffer
  #length = 0
  /** The position of the next byte to scan. */
  #position = 0
  #values = 1
  readonly #frames: Frame[] = []
  /** The position after the opening quote of the current string; undefined outside of strings. */
  #stringStart: number | undefined
  #lastString: readonly [start: number, end: number] = [0, 0]
  /** The key of the next value, if it is `attachments` or `data`. */
  #key: 'attachments' | 'data' | undefined
  #decoder: Base64Decoder | undefined
  readonly #files: DecodedData[] = []
  /** Random, so that no text of the body can pass for a placeholder of a decoded file. */
  readonly #placeholderPrefix = randomBytes(16).toString('hex')

  /**
   * @param maxTextBytes maximum number of bytes of the text without files.
   * @param expectedBytes bytes of the whole body; 0 if unknown.
   */
  constructor(limits: BodyShape, maxTextBytes: number, takesFiles: boolean, expectedBytes = 0) {
    this.#limits = limits
    this.#maxTextBytes = maxTextBytes
    this.#takesFiles = takesFiles
    // Grows when bytes arrive, because the announced length may be wrong.
    this.#text = Buffer.allocUnsafe(Math.min(Math.max(expectedBytes, 1024), LONG_DATA))
  }

  /** Bytes of the text without decoded files. */
  get length(): number {
    return this.#length
  }

  /** @throws Fault `invalid` beyond a limit, `too_large`, `invalid_json`. */
  add(chunk: Buffer): void {
    this.#append(chunk)
    while (this.#position < this.#length) {
      if (this.#stringStart === undefined) this.#readStructure()
      else if (!this.#readString(this.#stringStart)) break
    }
    if (this.#length > this.#maxTextBytes) throw tooLarge(this.#maxTextBytes)
  }

  /**
   * Returns the value of the whole body; undefined for an empty one.
   * @param parse throws for invalid JSON.
   */
  finish(parse: (text: string) => unknown): unknown {
    const text = this.#text.subarray(0, this.#length)
    if (text.length === 0) return undefined
    // Invalid UTF-8 would be replaced silently by U+FFFD.
    if (!isUtf8(text)) throw new Fault('invalid_json')
    const value = parse(text.toString())
    return this.#files.length === 0 ? value : this.#restoreFiles(value)
  }

  #append(chunk: Buffer): void {
    const needed = this.#length + chunk.length
    if (needed > this.#text.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#text.length))
      this.#text.copy(larger, 0, 0, this.#length)
      this.#text = larger
    }
    chunk.copy(this.#text, this.#length)
    this.#length = needed
  }

  /** Scans up to the next string. */
  #readStructure(): void {
    const text = this.#text
    for (let position = this.#position; position < this.#length; position++) {
      const byte = text[position]
      if (byte === quote) {
        this.#stringStart = position + 1
        this.#position = position + 1
        return
      }
      if (byte === comma) this.#nextValue()
      else if (byte === colon) this.#key = this.#takesFiles ? this.#keyBetween(...this.#lastString) : undefined
      else if (byte === openBrace || byte === openBracket) this.#open()
      else if (byte === closeBrace || byte === closeBracket) this.#frames.pop()
    }
    this.#position = this.#length
  }

  #nextValue(): void {
    this.#key = undefined
    if (++this.#values > this.#limits.values) throw invalid('body', `body: at most ${this.#limits.values} values.`)
  }

  #open(): void {
    const frame = this.#nextFrame()
    // The first value in it has no comma before it. An empty object or array counts, too.
    this.#nextValue()
    if (this.#frames.push(frame) > this.#limits.depth) {
      throw invalid('body', `body: nested more than ${this.#limits.depth} levels deep.`)
    }
  }

  #nextFrame(): Frame {
    if (this.#key === 'attachments') return 'attachments'
    return this.#frames.at(-1) === 'attachments' ? 'file' : 'other'
  }

  #keyBetween(start: number, end: number): 'attachments' | 'data' | undefined {
    // Longer strings cannot be one of the keys.
    const text = end - start <= 'attachments'.length ? this.#text.toString('latin1', start, end) : ''
    return text === 'attachments' || text === 'data' ? text : undefined
  }

  /** Scans up to the end of a string. @returns true if it has arrived. */
  #readString(start: number): boolean {
    const end = this.#endOfString(start)
    const isData = this.#key === 'data' && this.#frames.at(-1) === 'file'
    if (isData && (this.#decoder !== undefined || (end ?? this.#length) - start > LONG_DATA)) {
      this.#decodeData(start, end)
    } else if (end === undefined) this.#position = this.#length
    else this.#closeString(start, end)
    return end !== undefined
  }

  #endOfString(start: number): number | undefined {
    const text = this.#text.subarray(0, this.#length)
    for (let end = text.indexOf(quote, this.#position); end >= 0; end = text.indexOf(quote, end + 1)) {
      if (backslashesBefore(text, start, end) % 2 === 0) return end
    }
    return undefined
  }

  #closeString(start: number, end: number): void {
    this.#lastString = [start, end]
    this.#stringStart = undefined
    this.#position = end + 1
  }

  /** Decodes the received part of a file, and replaces the complete file in the text by a placeholder. */
  #decodeData(start: number, end: number | undefined): void {
    this.#decoder ??= new Base64Decoder()
    const stop = end ?? startOfEscape(this.#text.subarray(0, this.#length), start)
    this.#decoder.add(this.#text.subarray(start, stop))
    const rest = Buffer.from(this.#text.subarray(stop, this.#length))
    this.#length = start
    this.#position = start
    if (end === undefined) return this.#append(rest)
    this.#append(Buffer.from(`${this.#placeholderPrefix}${this.#files.length}`))
    this.#closeString(start, this.#length)
    this.#files.push(new DecodedData(this.#decoder.finish()))
    this.#decoder = undefined
    this.#append(rest)
  }

  #restoreFiles(value: unknown): unknown {
    if (typeof value === 'string' && value.startsWith(this.#placeholderPrefix)) {
      return this.#files[Number(value.slice(this.#placeholderPrefix.length))] ?? value
    }
    if (Array.isArray(value)) return value.map((item) => this.#restoreFiles(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#restoreFiles(member)]))
  }
}
