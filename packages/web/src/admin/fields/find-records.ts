import { nameOf } from '../../format/names.ts'
import { client } from '../../state/client.ts'
import type { AdminRecord } from '../records/records.ts'

/** Resources that are searched by name, because they may have many records. */
export type FoundResource = 'user' | 'organization'

interface FoundRecord {
  readonly id: number
  readonly name: string
}

/** Returns a function that searches records by a typed text. */
export const findRecords =
  (to: FoundResource) =>
  async (typed: string, signal: AbortSignal): Promise<FoundRecord[]> => {
    const query = encodeURIComponent(typed || '*')
    const found = await client.request<AdminRecord[]>('GET', `${to}s/search?query=${query}&limit=20`, { signal })
    return found.map((record) => ({ id: record.id, name: recordName(record) }))
  }

/**
 * Returns the names of records.
 * @param ids separated by commas.
 */
export async function recordsById(to: FoundResource, ids: string): Promise<FoundRecord[]> {
  const found = await client.request<AdminRecord[]>('GET', `${to}s?ids=${ids}&per_page=1000`)
  return found.map((record) => ({ id: record.id, name: recordName(record) }))
}

/** Returns the name of a person or an organization. */
export const recordName = (record: AdminRecord): string =>
  typeof record['name'] === 'string' ? record['name'] : nameOf(record)
