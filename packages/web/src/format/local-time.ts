/** Returns a time as the value of a date field: `2026-11-23T09:00`. */
export function localTimeOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
