import type { FileInput } from './attachment.ts'
import { encodeBase64 } from './base64.ts'

/** How to wait for something no longer than allowed. */
type Patience = <T>(work: () => Promise<T>) => Promise<T>

/** The body of a response as it arrives, each piece waited for with `patience`. */
export function streamOf({ body }: Response, patience: Patience): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (body ?? new Blob().stream()).getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await patience(() => reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        void reader.cancel(error).catch(() => undefined)
        throw error
      }
    },
    cancel: (reason) => reader.cancel(reason),
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
