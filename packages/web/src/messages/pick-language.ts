/** The name in local storage of the language that was chosen on this device. */
export const storedLanguage = 'deskbell.language'

/**
 * Returns the user's preferred languages, in order: that of the account, the one chosen on this device, those of the
 * browser.
 * @param own the language of the account, if there is one.
 */
export function wantedLanguages(own: unknown): string[] {
  const stored = localStorage.getItem(storedLanguage)
  return [...(typeof own === 'string' ? [own] : []), ...(stored ? [stored] : []), ...navigator.languages]
}

/** Returns the first preferred language that the page has, such as `de` for `de-AT`; otherwise English. */
export function pickLanguage<Tag extends string>(wanted: readonly string[], known: readonly Tag[]): Tag {
  const tags = wanted.map((tag) => tag.toLowerCase().split('-')[0] as Tag)
  return tags.find((tag) => known.includes(tag)) ?? ('en' as Tag)
}
