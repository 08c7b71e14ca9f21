import { encodeBase64 } from './base64.ts'
import type { Core } from './internals.ts'
import type { FileInput, Upload, UploadOptions } from './options.ts'
import type { Call } from './call.ts'
import { fetchWithProgress } from './progress.ts'

/** Returns the content at a path as a stream, which fails if no data arrives within the timeout. */
export async function openStream(
  core: Core,
  path: string,
  options: Partial<Call>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { timeout = core.options.timeout ?? 30_000, signal } = options
  const result = await core.open('GET', path, options)
  const reader = (result.response.body ?? new Blob().stream()).getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await core.withTimeout(timeout, signal, result, () => reader.read())
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

/** Sends a file with one POST, which is retried only if `retry.unsafe` allows it. */
export async function upload(
  core: Core,
  form: string,
  file: FileInput,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Upload> {
  const body = new FormData()
  body.set('form_id', form)
  body.set('File', await toBlob(file), ('name' in file && file.name) || 'file')
  const { value } = await core.send({
    timeout: 600_000,
    ...options,
    method: 'POST',
    path: 'attachments',
    body,
    cause: 'raw',
    fetch: onProgress && fetchWithProgress(onProgress, core.options.fetch ?? fetch),
  })
  return (value as { data: Upload }).data
}

async function toBlob(file: FileInput): Promise<Blob> {
  if (file instanceof Blob) return file
  const blob = file.data instanceof Blob ? file.data : await new Response(file.data).blob()
  return new Blob([blob], { type: file.type || blob.type })
}

/** Encodes files as Base64 for the JSON body of a request. */
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
