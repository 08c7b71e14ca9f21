import type { WireRecord } from './cache.ts'
import type { Store } from './internals.ts'
import { loadLater } from './load-later.ts'
import type { RequestOptions } from './options.ts'

/** A file of an article. `stream`, `blob`, `bytes` and `text` each request the content. */
export class Attachment {
  readonly id: number
  readonly filename: string
  /** Size in bytes. */
  readonly size: number
  /** Media type; `application/octet-stream` if the server does not send one. */
  readonly type: string
  /** What the server stores in addition, such as `Mime-Type` and the size of a picture. */
  readonly preferences: WireRecord
  readonly #open: (options: RequestOptions) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

  constructor(record: WireRecord, open: (options: RequestOptions) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>) {
    this.id = Number(record['id'])
    this.filename = String(record['filename'])
    this.size = Number(record['size'])
    this.preferences = (record['preferences'] ?? {}) as WireRecord
    const { 'Mime-Type': type, 'Content-Type': fallback } = this.preferences as { [name: string]: string | undefined }
    this.type = type ?? fallback ?? 'application/octet-stream'
    this.#open = open
  }

  /** Returns the content as a stream. `options.timeout` is the longest time without data. */
  stream(options: RequestOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    return this.#open(options)
  }

  async blob(options?: RequestOptions): Promise<Blob> {
    const blob = await (await this.#content(options)).blob()
    return blob.slice(0, blob.size, this.type)
  }

  async bytes(options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.#content(options)).arrayBuffer())
  }

  async text(options?: RequestOptions): Promise<string> {
    return (await this.#content(options)).text()
  }

  async #content(options?: RequestOptions): Promise<Response> {
    return new Response(await this.stream(options))
  }
}

/** Returns the attachments of an article's record. */
export function toAttachments(article: WireRecord, { core }: Store): Attachment[] {
  return ((article['attachments'] ?? []) as WireRecord[]).map((record) => {
    const path = ['ticket_attachment', article['ticket_id'], article['id'], record['id']].join('/')
    return new Attachment(record, (options) =>
      loadLater(({ openStream }, trace) => openStream(core, path, { ...options, trace })),
    )
  })
}
