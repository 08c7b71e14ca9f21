/** What an import made, counted by unit of work, so that what was rolled back is not counted. */
export interface Tally {
  tickets: number
  articles: number
  attachments: number
  users: number
  organizations: number
  groups: number
}

export const emptyTally = (): Tally => ({
  tickets: 0,
  articles: 0,
  attachments: 0,
  users: 0,
  organizations: 0,
  groups: 0,
})

/** Adds what a unit made once it is committed. */
export function addTally(total: Tally, unit: Tally): void {
  for (const key of Object.keys(unit) as (keyof Tally)[]) total[key] += unit[key]
}
