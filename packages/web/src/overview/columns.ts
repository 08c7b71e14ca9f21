import type { ListInfo } from './row-types.ts'
import type { Order } from './list-address.ts'

/** A column of lists of tickets. The title has no width, because it gets the remaining space. */
export interface Column {
  readonly name: ColumnName
  /** The column of tickets to sort by when the head is pressed. */
  readonly sortBy: string
  /** The sort direction after the first press on the head. */
  readonly firstDirection: Order['direction']
  /** Widths in rem, in lists of at least `WIDE_LIST` and in narrower ones. */
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
  firstDirection: Order['direction'] = 'asc',
): Column => ({ name, sortBy, firstDirection, wide, narrow })

/** All columns, in display order. */
export const allColumns: readonly Column[] = [
  column('priority', 'priority_id', 1, 1, 'desc'),
  // Space for seven digits, on small screens for six.
  column('number', 'number', 3.75, 3.5),
  column('title', 'title', 0),
  column('state', 'state_id', 7, 6.5),
  column('group', 'group_id', 8, 7),
  column('organization', 'organization_id', 9, 7),
  column('customer', 'customer_id', 11, 7.25),
  column('owner', 'owner_id', 1.5),
  // Space for "45 mins late" and "seit 45 Min." in bold.
  column('due', 'escalation_at', 7.75, 7.25),
  column('created', 'created_at', 5.25, 5, 'desc'),
  column('updated', 'updated_at', 5.25, 5, 'desc'),
]

/** Columns of every list, unless the user hides them. */
const defaultColumns: readonly ColumnName[] = [
  'priority',
  'number',
  'title',
  'state',
  'customer',
  'owner',
  'due',
  'updated',
]

/** Columns that an overview adds to the usual ones, by the names that overviews have for them. */
const overviewColumns: Record<string, ColumnName> = {
  group: 'group',
  group_id: 'group',
  organization: 'organization',
  organization_id: 'organization',
  created_at: 'created',
}

/** Width in rem from which a list is wide. */
const WIDE_LIST = 62

/** Widths in rem: the gap between two columns, both edges together, the checkbox, and the minimum of the title. */
const GAP = 0.75
const EDGES = 2.25
const CHECKBOX = 1
const MIN_TITLE = 18.75

/**
 * Returns the columns of a list: the user's choice; otherwise the usual ones and, in a wide list, those of the overview
 * for which there is room. The column that the list is sorted by has precedence.
 * @param width the width of the list in rem.
 * @param isCards true if the rows are cards, which have space for all usual columns.
 */
export function columnsFor(
  info: ListInfo | undefined,
  chosen: readonly string[] | undefined,
  width: number,
  isCards = false,
): readonly Column[] {
  const names = new Set<string>(chosen ? ['title', ...chosen] : defaultColumns)
  const isNarrow = width < WIDE_LIST
  const extras = chosen || !info || isNarrow ? [] : [info.order?.by ?? '', ...info.columns]
  for (const extra of extras) {
    const name = overviewColumns[extra]
    if (name && roomForTitle(withNames(new Set([...names, name])), width) >= MIN_TITLE) names.add(name)
  }
  for (const name of isCards ? [] : expendable) {
    if (roomForTitle(withNames(names), width) < MIN_TITLE) names.delete(name)
  }
  return withNames(names)
}

/**
 * Columns that are hidden, in this order, until the title has its minimum width, such as next to the preview of a
 * ticket.
 */
const expendable: readonly ColumnName[] = ['organization', 'created', 'group', 'due', 'customer', 'owner', 'updated']

const withNames = (names: ReadonlySet<string>) => allColumns.filter(({ name }) => names.has(name))

/** The width of a column in rem. */
export const widthOf = (column: Column, width: number): number => (width < WIDE_LIST ? column.narrow : column.wide)

const roomForTitle = (columns: readonly Column[], width: number) =>
  columns.reduce((room, column) => room - GAP - widthOf(column, width), width - EDGES - CHECKBOX)

/** Returns the columns as a CSS grid template, beginning with the checkboxes. */
export const templateOf = (columns: readonly Column[], width: number): string =>
  [
    '1rem',
    ...columns.map((column) => (column.name === 'title' ? 'minmax(0, 1fr)' : `${widthOf(column, width)}rem`)),
  ].join(' ')
