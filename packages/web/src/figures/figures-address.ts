/** The search parameters of the dashboard's address. Days are `YYYY-MM-DD`; the default is the last two weeks. */
export interface FiguresSearch {
  readonly from?: string
  readonly to?: string
  /** Id of a group. */
  readonly group?: number
  /** The attribute by which the times are grouped. Default: `group`. */
  readonly by?: Dimension
}

export const dimensions = ['group', 'owner', 'priority', 'channel', 'tag'] as const
export type Dimension = (typeof dimensions)[number]

/** Reads the search parameters of the dashboard; invalid ones are dropped. */
export function readFiguresSearch({ from, to, group, by }: Record<string, unknown>): FiguresSearch {
  const dimension = dimensions.find((name) => name === by)
  const isRange = isDay(from) && isDay(to) && from <= to
  return {
    ...(isRange ? { from, to } : {}),
    ...(Number.isInteger(Number(group)) && Number(group) > 0 ? { group: Number(group) } : {}),
    ...(dimension && dimension !== 'group' ? { by: dimension } : {}),
  }
}

/** Reads the search parameters of `/dashboard/day`, where agents see their own day. */
export const readDaySearch = ({ date }: Record<string, unknown>): { date?: string } => (isDay(date) ? { date } : {})

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
