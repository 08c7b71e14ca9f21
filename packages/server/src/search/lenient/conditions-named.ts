import { conditionValue, conditionWords } from '@deskbell/contract'

/** Words for tickets, which add nothing to a condition. */
const tickets: readonly string[] = ['ticket', 'tickets']

/** Words that agents use for conditions, in addition to the values of `is` and `has`. */
const others: Readonly<Record<string, string>> = {
  my: 'is:mine',
  offene: 'is:offen',
  geschlossene: 'is:geschlossen',
  überfällige: 'is:überfällig',
  urgent: 'priority:high',
  dringend: 'priority:high',
  dringende: 'priority:high',
}

/** A query with this many words is about texts. */
const MAX_WORDS = 6

/**
 * Returns the conditions that the words of a query name: `is:mine is:overdue` for `my overdue tickets`. The conditions
 * are only suggested, because texts contain these words, too. Returns undefined if another word is among them.
 */
export function conditionsNamed(text: string): string | undefined {
  const words = text.trim().toLowerCase().split(/\s+/, MAX_WORDS)
  const conditions = words.filter((word) => !tickets.includes(word)).map(conditionNamed)
  if (words.length === MAX_WORDS || conditions.length === 0 || conditions.includes(undefined)) return undefined
  return conditions.join(' ')
}

function conditionNamed(word: string): string | undefined {
  if (Object.hasOwn(others, word)) return others[word]
  const value = conditionValue(word)
  return Object.entries(conditionWords).flatMap(([field, values]) =>
    values.some((one) => one === value) ? [`${field}:${word}`] : [],
  )[0]
}
