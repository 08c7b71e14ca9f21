/** Returns a time in the zone of the device, as the value of a `datetime-local` field: `2026-11-23T09:00`. */
export function localTimeOf(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
