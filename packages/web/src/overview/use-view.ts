import { useState } from 'react'
import { applyAppearance } from '../state/appearance.ts'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'

interface ViewPreferences {
  readonly density?: 'comfortable' | 'compact' | null
  /** Columns that the user chose. */
  readonly list_columns?: readonly string[] | null
}

/** Choices made since the page was loaded. The session still has the preferences from before. */
let newChoices: ViewPreferences = {}

/** The user's preferences for the look of lists. */
export type View = ReturnType<typeof useView>

/** Returns the user's preferences for the look of lists, with functions that change them. */
export function useView() {
  const saved = (useUser().preferences ?? {}) as ViewPreferences
  const [view, setView] = useState<ViewPreferences>({ ...saved, ...newChoices })
  const save = (change: ViewPreferences) => {
    newChoices = { ...newChoices, ...change }
    setView({ ...view, ...change })
    // The page applies the choice even if it could not be saved.
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
