import { race, link } from './abort.ts'
import { encodeBase64 } from './base64.ts'
import type { Wire } from './cache.ts'
import { TimeoutError } from './errors.ts'
import type { RequestOptions } from './options.ts'
import type { Store } from './store.ts'

/** A file to send: a Blob or File, or a name with its content. */
export type FileInput =
  | Blob
  | { name: string; type?: string; data: Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> }

/** A file of an article. Its content is asked for by each of the four methods, and never parsed. */
export class Attachment {
  readonly id: number
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** Media type as the server knows it, else `application/octet-stream`. */
  readonly type: string
  readonly preferences: Wire
  readonly #open: (options: RequestOptions) => Promise<Response>
  readonly #idle: number

  constructor(record: Wire, idle: number, open: (options: RequestOptions) => Promise<Response>) {
    this.id = Number(record['id'])
    this.filename = String(record['filename'])
    this.size = Number(record['size'])
    this.preferences = (record['preferences'] ?? {}) as Wire
    this.type = String(this.preferences['Mime-Type'] ?? this.preferences['Content-Type'] ?? 'application/octet-stream')
    this.#idle = idle
    this.#open = open
  }

  /** The content as it arrives. `options.timeout` is the longest silence between two pieces. */
  async stream(options: RequestOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { body } = await this.#open(options)
    const reader = (body ?? new Blob().stream()).getReader()
    const { timeout = this.#idle, signal } = options
    return new ReadableStream({
      async pull(controller) {
        const late = () => new TimeoutError(`Nothing of the file arrived for ${timeout} ms`)
        const time = link(signal, timeout, late)
        try {
          const { done, value } = await race(reader.read(), time.signal)
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          void reader.cancel(error).catch(() => undefined)
          throw error
        } finally {
          time.done()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    })
  }

  async blob(options?: RequestOptions): Promise<Blob> {
    const blob = await new Response(await this.stream(options)).blob()
    return blob.slice(0, blob.size, this.type)
  }

  async bytes(options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(await this.stream(options)).arrayBuffer())
  }

  async text(options?: RequestOptions): Promise<string> {
    return new Response(await this.stream(options)).text()
  }
}

/** The attachments that an article's record names. */
export function attachmentsOf(of: Store, article: Wire): Attachment[] {
  const { core } = of
  return ((article['attachments'] ?? []) as Wire[]).map((record) => {
    const path = `ticket_attachment/${article['ticket_id']}/${article['id']}/${record['id']}`
    return new Attachment(record, core.options.timeout ?? 30_000, (options) => core.raw('GET', path, options))
  })
}

/** Files in the form the interface takes them. */
export function encodeFiles(files: readonly FileInput[]): Promise<object[]> {
  return Promise.all(
    files.map(async (file) => {
      const data = file instanceof Blob ? file : file.data
      const bytes = data instanceof Uint8Array ? data : new Uint8Array(await new Response(data).arrayBuffer())
      const type = file.type || (data instanceof Blob && data.type) || 'application/octet-stream'
      return { filename: ('name' in file && file.name) || 'file', data: encodeBase64(bytes), 'mime-type': type }
    }),
  )
}
