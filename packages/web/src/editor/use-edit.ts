import { useCallback } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { Writing } from '../state/draft-types.ts'

/** Changes what is written. */
export type Edit = (change: (writing: Writing) => Writing) => void

/** Returns a function that changes what is written, from whatever it is by then. @param first what is written at first. */
export function useEdit(keeper: DraftKeeper, first: Writing): Edit {
  const begun = useLatest(first)
  return useCallback(
    (change) => keeper.change(change(keeper.snapshot().draft?.writing ?? begun.current)),
    [keeper, begun],
  )
}
