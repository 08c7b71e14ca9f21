import { useMemo } from 'react'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { type CountedOverview, isSavedView, overviews } from './overviews.ts'
import { useLive } from './use-live.ts'

const none: readonly CountedOverview[] = []

/**
 * Returns the overviews and saved views of the user in order, named in the user's language; an empty list until they are
 * loaded.
 * @param isWanted false if the user has no overviews: nothing is requested then.
 */
export function useOverviews(isWanted = true): readonly CountedOverview[] {
  const t = useMessages()
  const all = useLive(isWanted ? overviews() : undefined).value ?? none
  return useMemo(() => all.map((one) => ({ ...one, name: shownName(t, one) })), [all, t])
}

/** Returns the name of an overview in the user's language; saved views keep the name that the user gave them. */
export const shownName = (t: Messages, list: Pick<CountedOverview, 'link' | 'name'>): string =>
  isSavedView(list) ? list.name : t.recordName(list.name)
