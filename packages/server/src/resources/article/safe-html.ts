/** The HTML of an article made safe, and the pictures that were embedded in it made into files. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sanitizeHtml } from '../../text/sanitize.ts'
import { filePreferences, type NewFile } from './file.ts'

/** What the HTML of an article becomes. */
export interface SafeHtml {
  readonly text: string
  readonly pictures: readonly EmbeddedPicture[]
}

/** A picture that was written into HTML as a `data:` URL. */
export type EmbeddedPicture = Omit<NewFile, 'content'> & { readonly data: Buffer }

/** A text shows a few dozen pictures of its own; thousands are a way to fill a disk with names. */
const MAX_PICTURES = 200

/**
 * Longer HTML, in characters, is sanitised in a worker: that takes about a millisecond for each thousand characters, in
 * which the service would answer nobody.
 */
const MAX_INLINE = 50_000

/** Makes HTML safe. Long HTML is taken one at a time, so that texts sent together leave a core for everybody else. */
export async function makeSafe(html: string): Promise<SafeHtml> {
  if (html.length <= MAX_INLINE) return safeHtml(html)
  const made = lastInWorker.then(() => inWorker(html))
  lastInWorker = made.catch(() => undefined)
  return made
}

let lastInWorker: Promise<unknown> = Promise.resolve()

async function inWorker(html: string): Promise<SafeHtml> {
  // The options of the process are about its own first file.
  const worker = new Worker(new URL('./safe-html-worker.ts', import.meta.url), { workerData: html, execArgv: [] })
  const [{ text, pictures }] = (await once(worker, 'message')) as [SafeHtml]
  // Buffers arrive as plain arrays of bytes.
  return { text, pictures: pictures.map((picture) => ({ ...picture, data: Buffer.from(picture.data) })) }
}

/** Makes HTML safe in this thread. Pictures get names under which the text shows them. */
export function safeHtml(html: string): SafeHtml {
  const pictures: EmbeddedPicture[] = []
  const text = sanitizeHtml(html, {
    onDataImage({ mime_type, data }) {
      if (pictures.length >= MAX_PICTURES) return null
      const number = pictures.length + 1
      const extension = mime_type.slice('image/'.length).replace('jpeg', 'jpg')
      const content_id = `image${number}@data`
      const preferences = filePreferences(mime_type, content_id, true)
      pictures.push({ filename: `image${number}.${extension}`, content_id, preferences, data })
      return `cid:${content_id}`
    },
  })
  return { text, pictures }
}
