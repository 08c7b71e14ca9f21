import { nameOf } from '../../format/names.ts'
import { client } from '../../state/client.ts'
import type { AdminRecord } from '../records/records.ts'

/** Resources that are searched by name, because they may have many records. */
export type SearchedResource = 'user' | 'organization'

interface NamedRecord {
  readonly id: number
  readonly name: string
}

/** Returns a function that searches records by a typed text. */
export const findRecords =
  (resource: SearchedResource) =>
  async (typed: string, signal: AbortSignal): Promise<NamedRecord[]> => {
    const query = encodeURIComponent(typed || '*')
    const records = await client.request<AdminRecord[]>('GET', `${resource}s/search?query=${query}&limit=20`, {
      signal,
    })
    return records.map((record) => ({ id: record.id, name: recordName(record) }))
  }

/**
 * Returns records with their names.
 * @param ids separated by commas.
 */
export async function recordsById(resource: SearchedResource, ids: string): Promise<NamedRecord[]> {
  const records = await client.request<AdminRecord[]>('GET', `${resource}s?ids=${ids}&per_page=1000`)
  return records.map((record) => ({ id: record.id, name: recordName(record) }))
}

/** Returns the name of a person or an organization. */
export const recordName = (record: AdminRecord): string =>
  typeof record['name'] === 'string' ? record['name'] : nameOf(record)
