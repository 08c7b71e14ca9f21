import { useCallback } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { Writing } from '../state/draft-types.ts'

/** Changes a draft. */
export type Edit = (change: (writing: Writing) => Writing) => void

/**
 * Returns a function that changes the current state of a draft.
 * @param first the draft at the beginning.
 */
export function useEdit(keeper: DraftKeeper, first: Writing): Edit {
  const begun = useLatest(first)
  return useCallback(
    (change) => keeper.change(change(keeper.snapshot().draft?.writing ?? begun.current)),
    [keeper, begun],
  )
}
