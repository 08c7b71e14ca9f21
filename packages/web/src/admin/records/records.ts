import type { Live } from '@deskbell/client'
import { assetName, type ResourceName, resources } from '@deskbell/contract'
import { client } from '../../state/client.ts'

/** A record as the service sends it. */
export interface AdminRecord {
  readonly id: number
  readonly [field: string]: unknown
}

/** Returns the path of the routes of a resource. For time accounting types, it differs from the declared path. */
export const pathOf = (resource: ResourceName): string =>
  resource === 'time_accounting_type' ? 'time_accounting/types' : resources[resource].path

/** Returns a related record that was loaded with the entries. */
export type Lookup = (resource: ResourceName, id: unknown) => AdminRecord | undefined

/** The entries of a table. */
export interface Entries {
  readonly records: readonly AdminRecord[]
  readonly lookup: Lookup
  /** The number of entries; larger than the length of `records` if only the first ones are loaded. */
  readonly total: number
}

interface FullResponse {
  readonly record_ids: readonly number[]
  readonly assets: { readonly [model: string]: { readonly [id: string]: AdminRecord } | undefined }
  readonly total_count: number
}

/** Number of records in one request, and maximum number of found records. */
export const PAGE_SIZE = 1000

/** Returns all records of a resource with their related records. */
export const allRecords = (resource: ResourceName): Live<Entries> =>
  client.live({
    key: `admin all ${resource}`,
    load: async () => {
      const pages: Entries[] = []
      do pages.push(await readEntries(resource, `?full=true&per_page=${PAGE_SIZE}&page=${pages.length + 1}`))
      while (pages.length * PAGE_SIZE < (pages[0]?.total ?? 0))
      return joinPages(pages)
    },
    events: eventsOf(resource),
  })

/** Number of rows in a page of a large table. */
const SEARCH_PAGE_SIZE = 50

/**
 * Returns the first pages of the records that match a query, at most `PAGE_SIZE` records.
 * @param order a field, with a leading `-` for descending order.
 * @param pages the number of pages.
 */
export const matchingRecords = (resource: ResourceName, query: string, order: string, pages: number): Live<Entries> =>
  client.live({
    key: `admin found ${resource} ${pages} ${order} ${query}`,
    load: () => {
      const parameters = new URLSearchParams({
        query: query || '*',
        full: 'true',
        with_total_count: 'true',
        per_page: String(Math.min(PAGE_SIZE, pages * SEARCH_PAGE_SIZE)),
        sort_by: order.replace(/^-/, ''),
        order_by: order.startsWith('-') ? 'desc' : 'asc',
      })
      return readEntries(resource, `/search?${parameters}`)
    },
    events: eventsOf(resource),
  })

const eventsOf = (resource: ResourceName) => [`${resource}.*`]

/** Returns one record. */
export const oneRecord = (resource: ResourceName, id: number): Live<AdminRecord> =>
  client.live({
    key: `admin ${resource} ${id}`,
    load: () => client.request<AdminRecord>('GET', `${pathOf(resource)}/${id}`),
    events: ({ collection, o_id }) => collection === resources[resource].path && o_id === id,
  })

async function readEntries(resource: ResourceName, address: string): Promise<Entries> {
  const response = await client.request<FullResponse>('GET', `${pathOf(resource)}${address}`)
  const { record_ids, assets, total_count } = response
  const lookup: Lookup = (related, id) => assets[assetName(resources[related])]?.[String(id)]
  return { records: record_ids.flatMap((id) => lookup(resource, id) ?? []), lookup, total: total_count }
}

const joinPages = (pages: readonly Entries[]): Entries => ({
  records: pages.flatMap(({ records }) => records),
  lookup: (related, id) => {
    for (const page of pages) {
      const record = page.lookup(related, id)
      if (record) return record
    }
    return undefined
  },
  total: pages[0]?.total ?? 0,
})
