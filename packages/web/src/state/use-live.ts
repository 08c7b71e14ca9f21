import type { Live, Snapshot } from '@deskbell/client'
import { useSyncExternalStore } from 'react'

/**
 * Returns what the client knows of a record, a list or a request, and renders again when it changes.
 * Known data is there at once; `pending` while it is requested. Without a view, nothing is requested.
 */
export const useLive = <Value>(view: Live<Value> | undefined): Snapshot<Value> =>
  useSyncExternalStore(view?.subscribe ?? ignore, view?.snapshot ?? nothing)

const ignore = () => () => undefined
const empty: Snapshot<never> = { value: undefined, error: undefined, pending: false }
const nothing = () => empty
