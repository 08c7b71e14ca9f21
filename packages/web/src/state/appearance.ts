/** Applies a preference for the look, and stores it on this device for the next start. */
export function applyAppearance(name: 'theme' | 'density', value: string | undefined): void {
  if (value === undefined) {
    delete document.documentElement.dataset[name]
    localStorage.removeItem(`deskbell.${name}`)
  } else {
    document.documentElement.dataset[name] = value
    localStorage.setItem(`deskbell.${name}`, value)
  }
}

/** Applies the user's preferences for the look, which may come from another device. */
export function applyPreferences(preferences: Readonly<Record<string, unknown>>): void {
  for (const name of ['theme', 'density'] as const) {
    const value = preferences[name]
    applyAppearance(name, typeof value === 'string' && value !== 'auto' ? value : undefined)
  }
}
