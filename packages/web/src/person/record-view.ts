import type { GroupRecord, Live, OrganizationRecord, UserRecord } from '@deskbell/client'
import { client } from '../state/client.ts'
import { readVersion } from '../state/read-version.ts'
import { saveUnlessChanged, type Values } from '../state/save-unless-changed.ts'

type Records<R> = { readonly [id: string]: R }

/** The response of `?full=true`: the record, and its related records. */
export interface FullRecord {
  readonly id: number
  readonly assets: {
    readonly User?: Records<UserRecord>
    readonly Organization?: Records<OrganizationRecord>
    readonly Group?: Records<GroupRecord>
  }
}

/** The kinds of records that have a page with fields. */
export type RecordPath = 'users' | 'organizations'

/** Returns a person or an organization with all data of its page. */
export const recordView = (path: RecordPath, id: number): Live<FullRecord> =>
  client.live({
    key: `full ${path} ${id}`,
    load: () => client.request<FullRecord>('GET', `${path}/${id}?full=true`),
    events: (event) => event.collection === path && event.o_id === id,
  })

/** A record as the user saw it. It must have all its attributes, because they are compared; only `id` has a common type. */
type SeenRecord = { readonly id: number }

/** Thrown if somebody else has changed the same attributes. */
export class RecordConflict extends Error {
  /** Saves the values over those of the other person. */
  readonly overwrite: () => Promise<void>

  constructor(overwrite: () => Promise<void>) {
    super('the record has changed')
    this.overwrite = overwrite
  }
}

/**
 * Changes a person or an organization. Concurrent changes of other attributes do not matter.
 * @param seen the record as the user saw it when editing began.
 * @throws RecordConflict if somebody else has changed the same attributes since.
 */
export async function saveRecord(kind: RecordPath, seen: SeenRecord, values: Values): Promise<void> {
  const path = `${kind}/${seen.id}`
  const saved = await saveUnlessChanged({
    values,
    seen: { record: { ...seen } },
    send: (ifMatch) => client.request('PUT', path, { json: values, ifMatch }),
    read: () => readVersion(path),
  })
  await recordView(kind, seen.id).refresh()
  if (!saved.conflict) return
  const theirs = { ...saved.conflict.record, id: seen.id }
  throw new RecordConflict(() => saveRecord(kind, theirs, values))
}
