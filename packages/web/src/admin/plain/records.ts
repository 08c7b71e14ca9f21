import type { Live } from '@deskbell/client'
import { assetName, type ResourceName, resources } from '@deskbell/contract'
import { client } from '../../state/client.ts'

/** A record as the service sends it. */
export interface AdminRecord {
  readonly id: number
  readonly [field: string]: unknown
}

/** Finds a record that others refer to, among those that came with them. */
export type Lookup = (resource: ResourceName, id: unknown) => AdminRecord | undefined

/** The entries of a table. */
export interface Entries {
  readonly records: readonly AdminRecord[]
  readonly lookup: Lookup
  /** The number of entries, more than those in `records` if only the first ones are loaded. */
  readonly total: number
}

interface FullAnswer {
  readonly record_ids: readonly number[]
  readonly assets: { readonly [model: string]: { readonly [id: string]: AdminRecord } | undefined }
  readonly total_count: number
}

/** Records in one request. */
const PAGE_SIZE = 1000

/** Returns all records of a resource with those that they refer to. */
export const allRecords = (resource: ResourceName): Live<Entries> =>
  client.live({
    key: `admin all ${resource}`,
    load: async () => {
      const pages: Entries[] = []
      do pages.push(await readEntries(resource, `?full=true&per_page=${PAGE_SIZE}&page=${pages.length + 1}`))
      while (pages.length * PAGE_SIZE < (pages[0]?.total ?? 0))
      return joined(pages)
    },
    events: eventsOf(resource),
  })

/** Rows of a large table that are loaded at once. */
const SEARCH_PAGE_SIZE = 50

/** Returns the records that the service finds, the first `pages` of them. @param order a field, with `-` downwards. */
export const foundRecords = (resource: ResourceName, query: string, order: string, pages: number): Live<Entries> =>
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
    load: () => client.request<AdminRecord>('GET', `${resources[resource].path}/${id}`),
    events: ({ collection, o_id }) => collection === resources[resource].path && o_id === id,
  })

async function readEntries(resource: ResourceName, address: string): Promise<Entries> {
  const answer = await client.request<FullAnswer>('GET', `${resources[resource].path}${address}`)
  const { record_ids, assets, total_count } = answer
  const lookup: Lookup = (of, id) => assets[assetName(resources[of])]?.[String(id)]
  return { records: record_ids.flatMap((id) => lookup(resource, id) ?? []), lookup, total: total_count }
}

const joined = (pages: readonly Entries[]): Entries => ({
  records: pages.flatMap(({ records }) => records),
  lookup: (of, id) => pages.reduce<AdminRecord | undefined>((found, page) => found ?? page.lookup(of, id), undefined),
  total: pages[0]?.total ?? 0,
})
