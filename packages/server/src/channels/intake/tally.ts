/** Numbers of records that an import created. Each unit of work has its own, so that rolled-back records do not count. */
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

/** Adds the numbers of a unit of work after its commit. */
export function addTally(total: Tally, unit: Tally): void {
  for (const key of Object.keys(unit) as (keyof Tally)[]) total[key] += unit[key]
}
