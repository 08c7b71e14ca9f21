import { useCallback } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { DraftContent } from '../state/draft-types.ts'

/** Changes the content of a draft. */
export type Edit = (change: (writing: DraftContent) => DraftContent) => void

/**
 * Returns a function that changes the current content of a draft.
 * @param initial the content before the draft is begun.
 */
export function useEdit(keeper: DraftKeeper, initial: DraftContent): Edit {
  const latest = useLatest(initial)
  return useCallback(
    (change) => keeper.change(change(keeper.snapshot().draft?.writing ?? latest.current)),
    [keeper, latest],
  )
}
