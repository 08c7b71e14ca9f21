/** The key in local storage for the language that was chosen on this device. */
export const languageKey = 'deskbell.language'

/**
 * Returns the user's preferred languages, in order: that of the account, the one chosen on this device, those of the
 * browser.
 * @param accountLocale the locale of the account, if it has one.
 */
export function preferredLanguages(accountLocale: unknown): string[] {
  const stored = localStorage.getItem(languageKey)
  return [
    ...(typeof accountLocale === 'string' ? [accountLocale] : []),
    ...(stored ? [stored] : []),
    ...navigator.languages,
  ]
}

/** Returns the first preferred language that the page has, such as `de` for `de-AT`; otherwise English. */
export function pickLanguage<Tag extends string>(preferred: readonly string[], available: readonly Tag[]): Tag {
  const tags = preferred.map((tag) => tag.toLowerCase().split('-')[0] as Tag)
  return tags.find((tag) => available.includes(tag)) ?? ('en' as Tag)
}
