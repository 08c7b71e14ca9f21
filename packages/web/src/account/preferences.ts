import { applyAppearance } from '../state/appearance.ts'
import { client } from '../state/client.ts'

/** Preferences for the look and behaviour of the page. */
export interface PagePreferences {
  readonly theme?: 'light' | 'dark' | null
  readonly density?: 'comfortable' | 'compact' | null
  readonly keyboard_shortcuts?: boolean
  readonly locale?: string
}

/** Saves preferences, and applies those for the look at once. */
export async function savePreferences(json: PagePreferences): Promise<void> {
  for (const name of ['theme', 'density'] as const) {
    if (name in json) applyAppearance(name, json[name] ?? undefined)
  }
  await client.request('PUT', 'users/preferences', { json })
}
