import { useState } from 'react'
import { applyAppearance } from '../state/appearance.ts'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'

interface ViewPreferences {
  readonly density?: 'comfortable' | 'compact' | null
  /** Columns of lists that the user chose. */
  readonly list_columns?: readonly string[] | null
}

/** What was chosen since the page was loaded: the session has the preferences of its beginning. */
let chosenHere: ViewPreferences = {}

/** How a user wants lists to look. */
export type View = ReturnType<typeof useView>

/** Returns how the user wants lists to look, and what changes it. */
export function useView() {
  const saved = (useUser().preferences ?? {}) as ViewPreferences
  const [view, setView] = useState<ViewPreferences>({ ...saved, ...chosenHere })
  const save = (change: ViewPreferences) => {
    chosenHere = { ...chosenHere, ...change }
    setView({ ...view, ...change })
    // The page looks as chosen, even if the choice could not be saved for other devices.
    client.request('PUT', 'users/preferences', { json: change }).catch(() => undefined)
  }
  return {
    density: view.density ?? 'comfortable',
    columns: view.list_columns ?? undefined,
    setColumns: (columns: readonly string[] | undefined) => save({ list_columns: columns ?? null }),
    setDensity: (density: 'comfortable' | 'compact') => {
      applyAppearance('density', density === 'compact' ? density : undefined)
      save({ density: density === 'compact' ? density : null })
    },
  }
}
