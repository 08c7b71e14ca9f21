/** Sanitizes the HTML of an article and extracts embedded pictures as files. */
import { sanitizeHtml } from '../../text/sanitize.ts'
import { workerPool } from '../../workers/pool.ts'
import { startThread } from '../../workers/worker.ts'
import { filePreferences, type NewFile } from './new-file.ts'
import { pictureSize } from './picture-size.ts'

/** Sanitized HTML and the pictures that were embedded in it. */
export interface SafeHtml {
  readonly text: string
  readonly pictures: readonly EmbeddedPicture[]
}

/** A picture embedded in HTML as a `data:` URL. */
export type EmbeddedPicture = Omit<NewFile, 'content'> & { readonly data: Buffer }

/** Maximum number of embedded pictures, which limits the files that one request creates. */
const MAX_PICTURES = 200

/**
 * Maximum length, in characters, of HTML that is sanitized in the main thread. Longer HTML would block the service: it
 * takes about a millisecond per thousand characters.
 */
const MAX_MAIN_THREAD = 50_000

const sanitizers = workerPool<string, SafeHtml>({
  start: () => startThread(new URL('./safe-html-worker.ts', import.meta.url)),
  idleTimeout: 10_000,
})

/** Sanitizes HTML. Long texts are sanitized one after the other in a single worker, which leaves a processor for other requests. */
export async function makeSafe(html: string): Promise<SafeHtml> {
  if (html.length <= MAX_MAIN_THREAD) return safeHtml(html)
  const { text, pictures } = await sanitizers.run(html)
  // A worker returns buffers as plain byte arrays.
  return { text, pictures: pictures.map((picture) => ({ ...picture, data: Buffer.from(picture.data) })) }
}

/** Sanitizes HTML in this thread. The text refers to the pictures by Content-ID. */
export function safeHtml(html: string): SafeHtml {
  const pictures: EmbeddedPicture[] = []
  const text = sanitizeHtml(html, {
    onDataImage({ mime_type, data }) {
      if (pictures.length >= MAX_PICTURES) return null
      const number = pictures.length + 1
      const extension = mime_type.slice('image/'.length).replace('jpeg', 'jpg')
      const content_id = `image${number}@data`
      const preferences = filePreferences(mime_type, content_id, true, pictureSize(data))
      pictures.push({ filename: `image${number}.${extension}`, content_id, preferences, data })
      return `cid:${content_id}`
    },
  })
  return { text, pictures }
}
