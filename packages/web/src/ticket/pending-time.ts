/** A frequent pending time. */
export interface Suggestion {
  readonly name: 'tomorrow' | 'inThreeDays' | 'nextWeek'
  readonly at: Date
}

/** The hour at which a day begins. */
const MORNING = 9

/** Returns 09:00 tomorrow, in three days, and on the next Monday, in the local time zone. */
export function suggestionsAt(now: Date): Suggestion[] {
  const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  // 1 to 7: on a Monday, the next one is a week away.
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return [
    { name: 'tomorrow', at: inDays(1) },
    { name: 'inThreeDays', at: inDays(3) },
    { name: 'nextWeek', at: inDays(untilMonday) },
  ]
}
