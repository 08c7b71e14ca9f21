/** Applies a part of the appearance, and keeps it on this device, so that the next start begins with it. */
export function applyAppearance(name: 'theme' | 'density', value: string | undefined): void {
  if (value === undefined) {
    delete document.documentElement.dataset[name]
    localStorage.removeItem(`deskbell.${name}`)
  } else {
    document.documentElement.dataset[name] = value
    localStorage.setItem(`deskbell.${name}`, value)
  }
}

/** Applies the appearance that a user chose on any device. */
export function applyPreferences(preferences: Readonly<Record<string, unknown>>): void {
  for (const name of ['theme', 'density'] as const) {
    const value = preferences[name]
    applyAppearance(name, typeof value === 'string' && value !== 'auto' ? value : undefined)
  }
}
