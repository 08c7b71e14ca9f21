/** What the address of the dashboard holds. Days are `YYYY-MM-DD`; without them, the last two weeks are shown. */
export interface FiguresSearch {
  readonly from?: string
  readonly to?: string
  /** Id of a group. */
  readonly group?: number
  readonly by?: Dimension
}

export const dimensions = ['group', 'owner', 'priority', 'channel', 'tag'] as const
export type Dimension = (typeof dimensions)[number]

/** Reads the address of the dashboard; what is wrong is left out. */
export function readFiguresSearch({ from, to, group, by }: Record<string, unknown>): FiguresSearch {
  const dimension = dimensions.find((name) => name === by)
  const isRange = isDay(from) && isDay(to) && from <= to
  return {
    ...(isRange ? { from, to } : {}),
    ...(Number.isInteger(Number(group)) && Number(group) > 0 ? { group: Number(group) } : {}),
    ...(dimension && dimension !== 'group' ? { by: dimension } : {}),
  }
}

/** Reads the address of an agent's day. */
export const readDaySearch = ({ date }: Record<string, unknown>): { date?: string } => (isDay(date) ? { date } : {})

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
