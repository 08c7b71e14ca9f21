import { HttpError } from '@deskbell/client'

/** Attributes of a record in a `PUT`: texts, numbers, lists of ids, levels by group. */
export type Values = { readonly [attribute: string]: unknown }

/** A version of a record. */
export interface Version {
  readonly record: Values
  /** Its entity tag. */
  readonly etag: string
}

/** A change of a record that others may change at the same time. */
export interface ValueChange<Current extends Version> {
  /** The new values. */
  readonly values: Values
  /** The version that the user saw. Without its tag, the record is read before it is changed. */
  readonly seen: { readonly record: Values; readonly etag?: string | undefined }
  /** Sends the values with the tag as `If-Match`. Resolves to the response. */
  readonly send: (etag: string) => Promise<unknown>
  /** Reads the current version. */
  readonly read: () => Promise<Current>
}

/** The result of a change: the response of the service, or the version that somebody else has saved. */
export type SaveResult<Current> =
  | { readonly response: unknown; readonly conflict?: undefined }
  | {
      readonly conflict: Current
      /** The refusal of the service with the status 412; undefined if the change was not sent. */
      readonly refusal: HttpError | undefined
    }

/** Maximum number of attempts for a record that others change all the time. */
const MAX_ATTEMPTS = 5

/**
 * Saves values, unless somebody else has changed the same attributes since the user saw them. Concurrent changes of
 * other attributes do not matter. It also succeeds if the record already has the values, as after an earlier attempt whose
 * response was lost.
 */
export async function saveUnlessChanged<Current extends Version>(
  change: ValueChange<Current>,
): Promise<SaveResult<Current>> {
  const { values, seen, send, read } = change
  const names = Object.keys(values)
  let { etag } = seen
  let refusal: HttpError | undefined
  for (let attempts = 1; ; attempts++) {
    if (etag !== undefined) {
      try {
        return { response: await send(etag) }
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 412) throw error
        refusal = error
      }
    }
    const current = await read()
    if (names.every((name) => isEqual(current.record[name], values[name]))) return { response: current.record }
    if (isChanged(current.record, seen.record, names) || attempts === MAX_ATTEMPTS)
      return { conflict: current, refusal }
    etag = current.etag
  }
}

/** Returns true if one of the named attributes of a record differs from the value that the user saw. */
export const isChanged = (record: Values, seen: Values, names: readonly string[]): boolean =>
  names.some((name) => !isEqual(record[name], seen[name]))

const isEqual = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second)
