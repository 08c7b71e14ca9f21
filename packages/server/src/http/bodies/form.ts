/**
 * Bodies of forms: `application/x-www-form-urlencoded` and `multipart/form-data`, with nested keys such as
 * `article[body]`.
 */
import { setImmediate as immediate } from 'node:timers/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { ContentBuilder, textOfContent } from '../../text/content.ts'
import { invalid } from '../../errors/fault.ts'
import { FormFile } from '../../resources/article/form-file.ts'
import type { BodyShape } from '../limits.ts'
import { nestFields } from './nested-fields.ts'
import { tooLarge } from './too-large.ts'

type Field = readonly [name: string, value: string | FormFile]

/** Parses a URL-encoded form. @throws Fault `invalid`. */
export function readUrlencoded(body: Buffer, limits: BodyShape): unknown {
  if (body.length === 0) return nest([], limits)
  // Counted before splitting, because millions of fields would be millions of strings.
  let fields = 1
  for (let index = body.indexOf('&'); index >= 0; index = body.indexOf('&', index + 1)) {
    if (++fields > limits.fields) throw tooManyFields(limits)
  }
  return nest(decodeUtf8(body, 'body').split('&').map(parseField), limits)
}

function parseField(pair: string): Field {
  const equalsSign = pair.indexOf('=')
  if (equalsSign < 0) return [decode(pair), '']
  return [decode(pair.slice(0, equalsSign)), decode(pair.slice(equalsSign + 1))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid('body', 'body: not valid UTF-8 in percent-encoding.')
  }
}

/** Decodes UTF-8. @throws Fault `invalid` that names the field. */
export function decodeUtf8(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw notUtf8(name)
  }
}

const notUtf8 = (name: string) => invalid(name, `${name.slice(0, 100)}: not valid UTF-8.`)

/** Maximum number of bytes of a multipart body that are parsed in one turn of the event loop. */
const SLICE_SIZE = 16 * 1024

/** Parses a multipart body as it arrives, into fields with texts and files with bytes. */
export class MultipartReader {
  readonly #limits: BodyShape
  readonly #maxTextBytes: number
  readonly #fields: Field[] = []
  readonly #parser: InstanceType<typeof Busboy>
  readonly #finished: Promise<void>
  #failure: unknown
  #fileCount = 0
  #textBytes = 0
  /** Continues after the parser has drained its input. */
  #proceed = () => {}

  /**
   * @param type the `Content-Type` of the request.
   * @param maxTextBytes maximum number of bytes of all parts that are not files, together.
   * @throws Fault `invalid` for a type without a boundary.
   */
  constructor(type: string, limits: BodyShape, maxTextBytes: number) {
    this.#limits = limits
    this.#maxTextBytes = maxTextBytes
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type },
        limits: {
          parts: limits.fields + limits.fileCount,
          fieldNameSize: 1000,
          headerPairs: 100,
        },
        // Texts are collected like files, because the parser would concatenate a string for each chunk.
        isPartAFile: () => true,
      })
    } catch {
      throw notMultipart()
    }
    this.#finished = new Promise((resolve) => {
      this.#parser
        .on('file', (name, stream, filename, _, type) => this.#readPart(name, stream, filename, type))
        .on('partsLimit', () => this.#fail(tooManyFields(limits)))
        .on('error', () => {
          this.#fail(notMultipart())
          resolve()
        })
        .on('finish', resolve)
        .on('drain', () => this.#proceed())
    })
  }

  /** Waits until the parser has consumed the chunk. @throws Fault `invalid`, `too_large`, for this chunk or an earlier one. */
  async add(chunk: Buffer): Promise<void> {
    // A chunk is parsed in several turns of the event loop, because one with many small parts takes long.
    for (let start = 0; start < chunk.length; start += SLICE_SIZE) {
      const hasRoom = this.#parser.write(chunk.subarray(start, start + SLICE_SIZE))
      if (!hasRoom && this.#failure === undefined) await new Promise<void>((resolve) => (this.#proceed = resolve))
      if (this.#failure !== undefined) throw this.#failure
      await immediate()
    }
  }

  /** Returns the value of the whole body. @throws Fault `invalid`, `too_large`. */
  async finish(): Promise<unknown> {
    this.#parser.end()
    await this.#finished
    if (this.#failure !== undefined) throw this.#failure
    return nest(this.#fields, this.#limits)
  }

  #readPart(name: string, stream: BusboyFileStream, filename: string | undefined, type: string): void {
    // This is how the parser would recognize a file without `isPartAFile`.
    const isFile = filename !== undefined || type === 'application/octet-stream'
    if (isFile && ++this.#fileCount > this.#limits.fileCount) this.#fail(tooManyFields(this.#limits))
    const builder = new ContentBuilder()
    stream
      .on('data', (chunk: Buffer) => {
        if (!isFile && (this.#textBytes += chunk.length) > this.#maxTextBytes) this.#fail(tooLarge(this.#maxTextBytes))
        if (this.#failure === undefined) builder.add(chunk)
      })
      .on('error', () => this.#fail(notMultipart()))
      .on('end', () => {
        if (this.#failure !== undefined) return
        const content = builder.finish()
        if (isFile) return void this.#fields.push([name, new FormFile(filename ?? '', type, content)])
        try {
          this.#fields.push([name, textOfContent(content, { ignoreBOM: true })])
        } catch {
          this.#fail(notUtf8(name))
        }
      })
  }

  #fail(failure: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = failure
    this.#proceed()
    this.#parser.destroy()
  }
}

const notMultipart = () => invalid('body', 'The body is not valid multipart/form-data.')
const tooManyFields = ({ fields, fileCount }: BodyShape) =>
  invalid('body', `body: at most ${fields} fields and ${fileCount} files.`)

/** Nests fields by their names. @throws Fault `invalid`. */
function nest(fields: readonly Field[], limits: BodyShape): object {
  const texts = fields.filter(([, value]) => !(value instanceof FormFile))
  if (texts.length > limits.fields) throw tooManyFields(limits)
  return nestFields(fields, 'body', limits.depth)
}
