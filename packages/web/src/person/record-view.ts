import {
  type GroupRecord,
  HttpError,
  type Live,
  type OrganizationRecord,
  type RoleRecord,
  type UserRecord,
} from '@deskbell/client'
import { client } from '../state/client.ts'

type Records<R> = { readonly [id: string]: R }

/** The answer of `?full=true`: the record, and those it refers to. */
export interface FullRecord {
  readonly id: number
  readonly assets: {
    readonly User?: Records<UserRecord>
    readonly Organization?: Records<OrganizationRecord>
    readonly Role?: Records<RoleRecord>
    readonly Group?: Records<GroupRecord>
  }
}

/** The kinds of records that have a page with fields. */
export type RecordPath = 'users' | 'organizations'

/** Returns a person or an organization with all that its page shows of it. */
export const recordView = (path: RecordPath, id: number): Live<FullRecord> =>
  client.live({
    key: `full ${path} ${id}`,
    load: () => client.request<FullRecord>('GET', `${path}/${id}?full=true`),
    events: (event) => event.collection === path && event.o_id === id,
  })

/** Values of attributes. */
export type Values = { readonly [attribute: string]: unknown }
type Seen = { readonly id: number }

/** Thrown when somebody else has changed what was to be saved. */
export class RecordConflict extends Error {
  /** Saves the values over those of the other person. */
  readonly overwrite: () => Promise<void>

  constructor(overwrite: () => Promise<void>) {
    super('the record has changed')
    this.overwrite = overwrite
  }
}

/** Attempts after which a record that others change all the time counts as a conflict. */
const MAX_ATTEMPTS = 5

/**
 * Changes a person or an organization. Changes of other attributes do not matter.
 * @param seen the record as the person saw it when the change began.
 * @throws RecordConflict if somebody else has changed the same attributes since.
 */
export async function saveRecord(path: RecordPath, seen: Seen, values: Values): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    const { record, etag } = await current(path, seen.id)
    const isSame = Object.keys(values).every((name) => isEqual(record[name], (seen as Seen & Values)[name]))
    if (!isSame || attempts > MAX_ATTEMPTS) {
      await recordView(path, seen.id).refresh()
      throw new RecordConflict(() => saveRecord(path, record, values))
    }
    try {
      await client.request('PUT', `${path}/${seen.id}`, { json: values, headers: { 'If-Match': etag } })
      await recordView(path, seen.id).refresh()
      return
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412) throw error
    }
  }
}

/** Returns the record as it is now, with its entity tag. */
async function current(path: RecordPath, id: number): Promise<{ record: Seen & Values; etag: string }> {
  let etag = '*'
  const onResponse = ({ headers }: { headers: Headers }) => (etag = headers.get('etag') ?? '*')
  const record = await client.request<Seen & Values>('GET', `${path}/${id}`, { onResponse })
  return { record, etag }
}

/** Compares values of attributes: texts, numbers, lists of ids, levels by group. */
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
