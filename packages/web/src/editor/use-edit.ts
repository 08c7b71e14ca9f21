import { useCallback } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { DraftContent } from '../state/draft-types.ts'

/** Changes a draft. */
export type Edit = (change: (writing: DraftContent) => DraftContent) => void

/**
 * Returns a function that changes the current state of a draft.
 * @param first the initial draft.
 */
export function useEdit(keeper: DraftKeeper, first: DraftContent): Edit {
  const begun = useLatest(first)
  return useCallback(
    (change) => keeper.change(change(keeper.snapshot().draft?.writing ?? begun.current)),
    [keeper, begun],
  )
}
