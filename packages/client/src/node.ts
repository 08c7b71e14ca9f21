/* Files on disk and webhooks, for Node, Deno and Bun. Import it from `@deskbell/client/node`. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Attachment, RequestOptions } from '@deskbell/client'

/**
 * Saves an attachment and returns the path of the file. If `target` is a folder, the file gets only the last part of the
 * attachment's name, so that a malicious name cannot lead out of the folder. Until it is complete, the file has another name.
 */
export async function download(attachment: Attachment, target: string, options?: RequestOptions): Promise<string> {
  const folder = await stat(target).catch(() => undefined)
  const path = folder?.isDirectory() ? join(target, safeName(attachment)) : target
  const partial = `${path}.${attachment.id}.part`
  try {
    const content = await attachment.stream(options)
    await pipeline(Readable.from(content), createWriteStream(partial))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return path
}

/** Returns a file on disk as input for `createArticle` or `client.upload`; sends no request. The content is read when it is sent. */
export async function upload(path: string, type = 'application/octet-stream') {
  return { name: basename(path), type, data: await openAsBlob(path, { type }) }
}

/**
 * Returns true if a webhook was sent by the service. `signature` is its `X-Hub-Signature-256` header or the older
 * `X-Hub-Signature`, `body` the unchanged bytes received, and `token` the webhook's signature token. Compares in
 * constant time.
 */
export function verifyWebhook(body: string | Uint8Array, signature: string | undefined, token: string): boolean {
  const algorithm = signature?.startsWith('sha256=') ? 'sha256' : 'sha1'
  const expected = Buffer.from(`${algorithm}=${createHmac(algorithm, token).update(body).digest('hex')}`)
  const actual = Buffer.from(signature ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function safeName({ filename, id }: Attachment): string {
  // oxlint-disable-next-line no-control-regex -- control characters are replaced
  const name = basename(filename.replaceAll('\\', '/')).replace(/[\0-\x1f:*?"<>|]/g, '_')
  return /^\.*$/.test(name) ? `attachment-${id}` : name
}
