import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A server with the part of the S3 protocol that the service uses. It verifies the signature of every request. */
export interface S3Server {
  /** The variables with which a service uses it. */
  readonly env: Readonly<Record<string, string>>
  /** Its objects by path, `/bucket/key`. */
  readonly objects: Map<string, Stored>
  /** The parts of unfinished uploads, by the id of the upload. */
  readonly uploads: Map<string, Buffer[]>
  /** Refuses all requests with this status; undefined ends that. */
  fail(status: number | undefined): void
  /** Refuses the part with this number, in all uploads. */
  failPart(number: number): void
  close(): Promise<void>
}

interface Stored {
  data: Buffer
  writtenAt: Date
}

const accessKey = 'AKIDEXAMPLE'
const secretKey = 'a secret of the store'
const region = 'eu-test-1'

/** Number of entries in a page of a list; small, so that tests see several pages. */
const PAGE_SIZE = 2

interface Store extends Pick<S3Server, 'objects' | 'uploads'> {
  readonly now: () => Date
}

/** Starts a store on a free port. @param now its clock. */
export async function startS3Server(now: () => Date = () => new Date()): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Buffer[]>()
  let failure: number | undefined
  let failingPart: number | undefined
  const server = createServer((request, response) => {
    const isFailing = request.url?.includes(`partNumber=${failingPart}&`)
    void answer({ objects, uploads, now }, isFailing ? 403 : failure, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    uploads,
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    },
    fail: (status) => (failure = status),
    failPart: (number) => (failingPart = number),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  store: Store,
  failure: number | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { objects, now } = store
  const body = await buffer(request)
  const refuse = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  if (failure !== undefined) return void refuse(failure, 'InternalError')
  if (!isSigned(request, body)) return void refuse(403, 'SignatureDoesNotMatch')
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://store')
  if (searchParams.has('uploads') || searchParams.has('uploadId'))
    return void response.end(answerUpload(store, request, path, searchParams, body, response))
  if (searchParams.has('list-type')) return void response.end(listOf(objects, path, searchParams))
  if (request.method === 'DELETE') {
    objects.delete(path)
    return void response.writeHead(204).end()
  }
  const source = request.headers['x-amz-copy-source']
  const data = request.method === 'PUT' && source === undefined ? body : objects.get(String(source ?? path))?.data
  if (!data) return void refuse(404, 'NoSuchKey')
  if (request.method === 'PUT') {
    objects.set(path, { data, writtenAt: now() })
    return void response.end('<CopyObjectResult></CopyObjectResult>')
  }
  const writtenAt = objects.get(path)?.writtenAt.toUTCString() ?? ''
  response.writeHead(200, { 'content-length': data.length, 'last-modified': writtenAt })
  response.end(request.method === 'HEAD' ? undefined : data)
}

/** Begins, continues, completes or ends an upload in parts. @returns the body of the answer. */
function answerUpload(
  { objects, uploads, now }: Store,
  { method }: IncomingMessage,
  path: string,
  query: URLSearchParams,
  body: Buffer,
  response: ServerResponse,
): string {
  // The id has characters that must be escaped in URLs and in XML.
  const id = query.get('uploadId') ?? `upload/${uploads.size + 1}&`
  if (query.has('uploads')) {
    uploads.set(id, [])
    return `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;')}</UploadId></InitiateMultipartUploadResult>`
  }
  const parts = uploads.get(id) ?? []
  const isPart = method === 'PUT'
  if (isPart) parts[Number(query.get('partNumber')) - 1] = body
  else uploads.delete(id)
  const tags = [...body.toString('latin1').matchAll(/<ETag>([^<]*)</g)].map(([, tag]) => tag)
  if (method === 'POST' && tags.join() === parts.map(sha256).join())
    objects.set(path, { data: Buffer.concat(parts), writtenAt: now() })
  response.setHeader('etag', isPart ? sha256(body) : '')
  return ''
}

function listOf(objects: ReadonlyMap<string, Stored>, bucket: string, query: URLSearchParams): string {
  const root = `${bucket.replace(/\/$/, '')}/`
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(root + (query.get('prefix') ?? '')))
    .map((path) => path.slice(root.length))
    .filter((key) => key > (query.get('continuation-token') ?? ''))
    .toSorted()
  const page = keys.slice(0, PAGE_SIZE)
  const entries = page.map((key) => {
    const { data, writtenAt } = objects.get(root + key) as Stored
    return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${data.length}</Size></Contents>`
  })
  const next = keys.length > PAGE_SIZE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Checks the signature (version 4) of a request, and the hash of its body if it is signed. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', ...headers } = request.headers
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ?? []
  const declared = String(headers['x-amz-content-sha256'])
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(body)) return false
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
  const signed = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [request.method, pathname, query.join('&'), signed.join(''), names, declared].join('\n')
  const [date = ''] = scope.split('/')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(key, text).toString('hex') === signature
}
