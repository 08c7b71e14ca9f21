import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { Fault } from '../errors/fault.ts'
import type { Content } from '../text/content.ts'

/** An object in a bucket. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** The time at which it was last written. */
  readonly writtenAt: Date
}

/**
 * The requests to an S3-compatible store that the service makes. They fail with a Fault if the store does not answer.
 */
export interface Bucket {
  /** Returns undefined if there is no such object. */
  head(key: string): Promise<StoredObject | undefined>
  /** Streams an object; undefined if there is none. */
  get(key: string): Promise<ReadableStream<Uint8Array> | undefined>
  /** Writes an object. The store compares its content with the hash. */
  put(key: string, content: Content): Promise<void>
  /** Copies an object, also onto itself, which updates its time. Returns false if there is none. */
  copy(from: string, to: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** All objects, in the order of their keys, in batches of up to 1000. */
  list(): AsyncIterable<StoredObject[]>
}

/** Timeout, in milliseconds, of the requests that read metadata, list, copy or delete objects. */
const TIMEOUT = 30_000
/** Number of further attempts after an error of the store, with growing pauses. */
const RETRIES = 3
/** Size of a part of an upload, in bytes; `fetch` copies each part. Stores accept parts of at least 5 MiB. */
const PART_SIZE = 8 * 1024 * 1024

/**
 * Opens a bucket. Region, credentials and the address of the store come from the variables that other S3 clients use,
 * too.
 * @param place such as `s3://bucket/folder`.
 * @throws Error if the place is not such an address, or if a variable is missing.
 */
export function openBucket(place: string, env: NodeJS.ProcessEnv = process.env): Bucket {
  const { bucket, prefix } = partsOf(place)
  const { client, endpoint } = clientFor(place, env)
  const send: Send = async (method, path, init = { signal: AbortSignal.timeout(TIMEOUT) }) => {
    const response = await client.fetch(`${endpoint}/${bucket}${path}`, { method, ...init }).catch((cause: unknown) => {
      throw unreachable(place, cause)
    })
    if (response.ok) return response
    const text = await response.text()
    if (response.status === 404 && !text.includes('NoSuchBucket')) return undefined
    throw unreachable(place, new Error(`${method} was answered with ${response.status}: ${text.slice(0, 300)}`))
  }
  const pathOf = (key: string) => `/${prefix}${key}`
  return {
    async head(key) {
      const response = await send('HEAD', pathOf(key))
      const { headers } = response ?? {}
      if (!headers) return undefined
      const writtenAt = new Date(headers.get('last-modified') ?? '')
      return { key, size: Number(headers.get('content-length')), writtenAt }
    },
    get: async (key) => (await send('GET', pathOf(key), {}))?.body ?? undefined,
    put: (key, content) =>
      content.size <= PART_SIZE ? putWhole(send, pathOf(key), content) : putInParts(send, pathOf(key), content),
    copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}${pathOf(from)}`, 'x-amz-metadata-directive': 'REPLACE' }
      return readToEnd(send('PUT', pathOf(to), { headers, signal: AbortSignal.timeout(TIMEOUT) }))
    },
    remove: async (key) => void (await readToEnd(send('DELETE', pathOf(key)))),
    list: () => pagesOf(send, prefix),
  }
}

/** Sends a request; undefined if the object does not exist. */
type Send = (method: string, path: string, init?: RequestInit) => Promise<Response | undefined>

function partsOf(place: string): { bucket: string; prefix: string } {
  const [, bucket, folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(place) ?? []
  if (bucket === undefined) throw new Error(`${place} is not the address of a bucket, such as s3://bucket/folder.`)
  return { bucket, prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/` }
}

function clientFor(place: string, env: NodeJS.ProcessEnv): { client: AwsClient; endpoint: string } {
  const required = (name: string): string => {
    const value = env[name]
    if (!value) throw new Error(`${place} needs credentials: set ${name} in the environment.`)
    return value
  }
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(env['AWS_SESSION_TOKEN'] ? { sessionToken: env['AWS_SESSION_TOKEN'] } : {}),
    service: 's3',
    region,
    retries: RETRIES,
  })
  return { client, endpoint: endpoint.replace(/\/+$/, '') }
}

const unreachable = (place: string, cause: unknown): Fault =>
  new Fault('unwritable', 'The store of the files does not answer.', {
    headers: { 'retry-after': '5' },
    cause: new Error(`The file store ${place} cannot be used.`, { cause }),
  })

/**
 * Reads a response to its end, because a copy can fail after a successful status. Returns false for a missing object.
 */
async function readToEnd(request: Promise<Response | undefined>): Promise<boolean> {
  const response = await request
  const text = (await response?.text()) ?? ''
  if (text.includes('<Error>')) throw unreachable(response?.url ?? '', new Error(text.slice(0, 300)))
  return response !== undefined
}

async function putWhole(send: Send, path: string, { blocks, sha256 }: Content): Promise<void> {
  const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' }
  await readToEnd(send('PUT', path, { body: new Blob([...blocks] as BlobPart[]), headers }))
}

/** Writes an object in parts, so that only one part at a time is copied for its request, not the whole content. */
async function putInParts(send: Send, path: string, content: Content): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const started = (await (await send('POST', `${path}?uploads=`, { headers }))?.text()) ?? ''
  const upload = `uploadId=${encodeURIComponent(elementText(started, 'UploadId'))}`
  try {
    const tags: string[] = []
    for (const part of partsIn(content)) {
      const response = await send('PUT', `${path}?partNumber=${tags.length + 1}&${upload}`, {
        body: new Blob(part as BlobPart[]),
        headers: { 'x-amz-content-sha256': hashOf(part) },
      })
      tags.push(response?.headers.get('etag') ?? '')
    }
    const list = tags
      .map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      .join('')
    const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
    if (!(await readToEnd(send('POST', `${path}?${upload}`, { body }))))
      throw new Error(`The upload of ${path} is gone.`)
  } catch (failure) {
    // Parts that belong to no object would be stored, and paid for, until they are removed by hand.
    await send('DELETE', `${path}?${upload}`).catch(() => {})
    throw failure
  }
}

/** Divides content into parts of the same size, except for the last one, without copying it. */
function* partsIn({ blocks }: Content): Generator<Uint8Array[]> {
  let part: Uint8Array[] = []
  let room = PART_SIZE
  for (const block of blocks) {
    for (let offset = 0; offset < block.length;) {
      const piece = block.subarray(offset, offset + room)
      part.push(piece)
      offset += piece.length
      room -= piece.length
      if (room > 0) continue
      yield part
      part = []
      room = PART_SIZE
    }
  }
  if (part.length > 0) yield part
}

function hashOf(part: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const block of part) hash.update(block)
  return hash.digest('hex')
}

async function* pagesOf(send: Send, prefix: string): AsyncIterable<StoredObject[]> {
  for (let token: string | undefined = ''; token !== undefined;) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(token === '' ? {} : { 'continuation-token': token }),
    })
    const page = (await (await send('GET', `?${query}`))?.text()) ?? ''
    yield [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
      key: elementText(entry, 'Key').slice(prefix.length),
      size: Number(elementText(entry, 'Size')),
      writtenAt: new Date(elementText(entry, 'LastModified')),
    }))
    token = elementText(page, 'NextContinuationToken') || undefined
  }
}

/** The text of an element. Keys and tokens of the service's own files need no decoding beyond the five entities. */
const elementText = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, entity) => entities[entity as string] ?? '',
  )

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
