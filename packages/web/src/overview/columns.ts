import type { ListInfo } from './row-types.ts'
import type { Order } from './list-address.ts'

/** A column of lists of tickets. The title has no width: it takes what is left. */
export interface Column {
  readonly name: ColumnName
  /** The column of tickets by which its head sorts. */
  readonly sortBy: string
  /** The direction of the first press on its head. */
  readonly first: Order['direction']
  /** Widths in rem on wide screens, and below 1280 pixels. */
  readonly wide: number
  readonly narrow: number
}

export type ColumnName =
  | 'priority'
  | 'number'
  | 'title'
  | 'state'
  | 'group'
  | 'organization'
  | 'customer'
  | 'owner'
  | 'due'
  | 'created'
  | 'updated'

const column = (
  name: ColumnName,
  sortBy: string,
  wide: number,
  narrow = wide,
  first: Order['direction'] = 'asc',
): Column => ({ name, sortBy, first, wide, narrow })

/** All columns, in the order in which they stand. */
export const allColumns: readonly Column[] = [
  column('priority', 'priority_id', 1, 1, 'desc'),
  // Room for seven digits, on small screens for six.
  column('number', 'number', 3.75, 3.5),
  column('title', 'title', 0),
  column('state', 'state_id', 7, 6.5),
  column('group', 'group_id', 8, 7),
  column('organization', 'organization_id', 9, 7),
  column('customer', 'customer_id', 11, 8),
  column('owner', 'owner_id', 1.5),
  // Room for "45 mins late" in bold.
  column('due', 'escalation_at', 6.75, 6.5),
  column('created', 'created_at', 5.25, 5, 'desc'),
  column('updated', 'updated_at', 5.25, 5, 'desc'),
]

/** Columns that every list has, unless the user hides them. */
const usual: readonly ColumnName[] = ['priority', 'number', 'title', 'state', 'customer', 'owner', 'due', 'updated']

/** Columns of tickets that an overview names, as columns of a list. */
const named: Record<string, ColumnName> = {
  group: 'group',
  group_id: 'group',
  organization: 'organization',
  organization_id: 'organization',
  created_at: 'created',
}

/** Rem between two columns, and next to the first and the last; the title is at least as wide as its minimum. */
const GAP = 0.75
const EDGES = 2.25
const CHECKBOX = 1
const MIN_TITLE = 18.75

/**
 * Returns the columns of a list: those that the user chose, otherwise the usual ones and those of the overview for
 * which there is room. The column by which the list is sorted goes first.
 * @param width of the list in rem
 * @param isCards the rows are cards, which have places for all usual columns.
 */
export function columnsFor(
  info: ListInfo | undefined,
  chosen: readonly string[] | undefined,
  width: number,
  isCards = false,
): readonly Column[] {
  const names = new Set<string>(chosen ? ['title', ...chosen] : usual)
  const isNarrow = width < 62
  const extras = chosen || !info || isNarrow ? [] : [info.order?.by ?? '', ...info.columns]
  for (const extra of extras) {
    const name = named[extra]
    if (name && roomForTitle(withNames(new Set([...names, name])), width) >= MIN_TITLE) names.add(name)
  }
  for (const name of isCards ? [] : expendable) {
    if (roomForTitle(withNames(names), width) < MIN_TITLE) names.delete(name)
  }
  return withNames(names)
}

/** Columns that give way to the title in a narrow list, such as next to the preview of a ticket. */
const expendable: readonly ColumnName[] = ['organization', 'created', 'group', 'due', 'customer', 'owner', 'updated']

const withNames = (names: ReadonlySet<string>) => allColumns.filter(({ name }) => names.has(name))

/** The width of a column in rem. */
export const widthOf = (column: Column, width: number): number => (width < 62 ? column.narrow : column.wide)

const roomForTitle = (columns: readonly Column[], width: number) =>
  columns.reduce((room, column) => room - GAP - widthOf(column, width), width - EDGES - CHECKBOX)

/** Returns the columns as CSS takes them for a grid: the boxes first. */
export const templateOf = (columns: readonly Column[], width: number): string =>
  ['1rem', ...columns.map((one) => (one.name === 'title' ? 'minmax(0, 1fr)' : `${widthOf(one, width)}rem`))].join(' ')
