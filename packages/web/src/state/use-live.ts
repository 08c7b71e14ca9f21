import type { Live, Snapshot } from '@deskbell/client'
import { useSyncExternalStore } from 'react'

/**
 * Returns the state of a live value, and renders again when it changes. Cached data is returned at once; `pending` is
 * true during a request. Without a view, nothing is requested.
 */
export const useLive = <Value>(view: Live<Value> | undefined): Snapshot<Value> =>
  useSyncExternalStore(view?.subscribe ?? ignore, view?.snapshot ?? noSnapshot)

const ignore = () => () => undefined
const emptySnapshot: Snapshot<never> = { value: undefined, error: undefined, pending: false }
const noSnapshot = () => emptySnapshot
