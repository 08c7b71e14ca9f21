import { client } from './client.ts'
import type { Values, Version } from './save-unless-changed.ts'

/**
 * Reads a record with its entity tag.
 * @param path of the record.
 */
export async function readVersion(path: string): Promise<Version> {
  // `*` matches any version.
  let etag = '*'
  const onResponse = ({ headers }: Response) => (etag = headers.get('etag') ?? '*')
  const record = await client.request<Values>('GET', path, { onResponse })
  return { record, etag }
}
