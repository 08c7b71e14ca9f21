/** Translations of the words that a new desk contains, by language, for `#{t(...)}`. */
const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    new: 'neu',
    open: 'offen',
    'pending reminder': 'warten auf Erinnerung',
    'pending close': 'warten auf Schließen',
    closed: 'geschlossen',
    merged: 'zusammengefasst',
    '1 low': '1 niedrig',
    '2 normal': '2 normal',
    '3 high': '3 hoch',
    Ticket: 'Ticket',
    Customer: 'Kunde',
    Owner: 'Besitzer',
    Group: 'Gruppe',
    State: 'Status',
    Priority: 'Priorität',
    Title: 'Titel',
  },
}

/** Translates a word into the language of a locale such as `de-de`. A word without a translation stays as it is. */
export function translate(word: string, locale: string): string {
  const words = translations[locale.slice(0, 2).toLowerCase()] ?? {}
  return Object.hasOwn(words, word) ? (words[word] as string) : word
}
