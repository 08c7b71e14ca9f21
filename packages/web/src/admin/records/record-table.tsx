import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/checkbox.tsx'
import { Empty } from '../../components/empty.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { match } from '../../components/matching.ts'
import { Moment } from '../../components/moment.tsx'
import { useSearchText } from '../../components/use-search-text.ts'
import { nameOf as personName } from '../../format/names.ts'
import { Icon } from '../../icon/icon.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { FilterBox } from '../../components/filter-box.tsx'
import type { TableSearch } from '../table-search.ts'
import type { Column, RecordListSpec } from './record-list-spec.ts'
import { type AdminRecord, type Entries, type Lookup, PAGE_SIZE } from './records.ts'
import { textIn } from '../fields/text-in.ts'

interface RecordTableProps {
  list: RecordListSpec
  /** Undefined until they are loaded. */
  entries: Entries | undefined
  /** The part of the address that names the open entry. */
  openEntry: string | undefined
  path: string
  search: TableSearch
  onMore: () => void
}

/** The entries of a resource: filtered and sorted, with links to their forms. */
export function RecordTable({ list, entries, openEntry, path, search, onMore }: RecordTableProps) {
  const a = useAdminTexts()
  const inactive = list.isLarge ? undefined : entries?.records.filter(({ active }) => active === false).length
  const isHidden = (record: AdminRecord) =>
    record['active'] === false && !search.inactive && String(record.id) !== openEntry
  const rows = entries && filterAndSort(list, entries, search).filter((record) => !isHidden(record))
  return (
    <>
      <TableTools list={list} search={search} inactive={inactive} />
      {!rows || !entries ? (
        <TableLoading label={a(list.texts.title)} />
      ) : rows.length === 0 ? (
        <Empty icon="search" title={a(search.q === undefined ? 'nothing_yet' : 'nothing_found')}>
          {a(list.texts.help)}
        </Empty>
      ) : (
        <Table list={list} rows={rows} lookup={entries.lookup} openEntry={openEntry} path={path} search={search} />
      )}
      {entries && entries.records.length < entries.total && (
        <p className="table-more">
          {a('shown_of', { shown: entries.records.length, total: entries.total })}
          {entries.records.length < PAGE_SIZE && (
            <Button isSmall onClick={onMore}>
              {a('show_more')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

interface TableToolsProps {
  list: RecordListSpec
  search: TableSearch
  /** The number of inactive entries; undefined if it is not known. */
  inactive: number | undefined
}

/** Milliseconds without another key after which the rows are filtered. */
const DEBOUNCE = 200

function TableTools({ list, search, inactive }: TableToolsProps) {
  const a = useAdminTexts()
  const navigate = useNavigate()
  const change = (changes: { q?: string | undefined; inactive?: true | undefined }) =>
    void navigate({ to: '.', search: withoutEmpty({ ...search, ...changes }), replace: true })
  const { typed, setTyped } = useSearchText(search.q ?? '', (q) => change({ q }), DEBOUNCE)
  return (
    <div className="admin-tools">
      <FilterBox label={a(list.texts.find)} value={typed} onChange={setTyped} />
      <span className="spacer" />
      {inactive !== 0 && (
        <Switch
          label={inactive === undefined ? a('show_inactive') : a('show_inactive_count', { count: inactive })}
          isChecked={search.inactive === true}
          onChange={(isShown) => change({ inactive: isShown ? true : undefined })}
        />
      )}
    </div>
  )
}

const withoutEmpty = (search: Readonly<Record<string, unknown>>): TableSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

/** Returns the entries whose name or note matches the typed text, sorted. The service does both for large resources. */
function filterAndSort(list: RecordListSpec, { records, lookup }: Entries, search: TableSearch) {
  if (list.isLarge) return records
  const { q = '', sort = nameFieldOf(list) } = search
  const column = allColumns(list).find(({ id }) => id === sort.replace(/^-/, ''))
  const keyOf = column?.order ?? ((record: AdminRecord) => nameIn(list, record))
  const order = new Intl.Collator(undefined, { numeric: true })
  const direction = sort.startsWith('-') ? -1 : 1
  const { isEntry = () => true } = list
  const matches = (record: AdminRecord) => match(q, [nameIn(list, record), textIn(record['note'])].join(' '))
  return records
    .filter((record) => isEntry(record) && matches(record))
    .toSorted((a, b) => direction * order.compare(String(keyOf(a, lookup)), String(keyOf(b, lookup))))
}

/** Returns the field of the first column, by which a list is sorted by default. */
const nameFieldOf = ({ nameField = 'name' }: RecordListSpec): string => nameField

/** Returns the name of an entry. */
export const nameIn = ({ nameOf }: RecordListSpec, record: AdminRecord): string =>
  nameOf?.(record) ?? textIn(record['name'])

const allColumns = (list: RecordListSpec): readonly Column[] => [...list.columns, changedColumn]

const changedColumn: Column = {
  id: 'updated_at',
  label: 'c_changed',
  cell: (record, lookup) => <Changed record={record} lookup={lookup} />,
  order: ({ updated_at }) => String(updated_at),
}

/** The user who last changed an entry, and the time. Changes by the service, user 1, show no name. */
function Changed({ record, lookup }: { record: AdminRecord; lookup: Lookup }) {
  const user = lookup('user', record['updated_by_id'])
  const name = user && user.id !== 1 ? personName(user) : ''
  return (
    <>
      {name && <bdi>{name}, </bdi>}
      <Moment at={String(record['updated_at'])} />
    </>
  )
}

interface TableProps extends Omit<RecordTableProps, 'entries' | 'onMore'> {
  rows: readonly AdminRecord[]
  lookup: Lookup
}

function Table({ list, rows, lookup, openEntry, path, search }: TableProps) {
  const columns = allColumns(list)
  const nameField = nameFieldOf(list)
  const sort = search.sort ?? nameField
  return (
    <DataTable>
      <thead>
        <tr>
          <Head id={nameField} label="c_name" sort={sort} search={search} isSortable />
          {columns.map(({ id, label, order }) => (
            <Head key={id} {...{ id, label, sort, search }} isSortable={order !== undefined} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((record) => (
          <tr key={record.id} className={String(record.id) === openEntry ? 'is-open' : undefined}>
            <td>
              <NameLink {...{ list, record, path, search }} isOpen={String(record.id) === openEntry} />
            </td>
            {columns.map(({ id, cell }) => (
              <td key={id}>{cell(record, lookup)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

interface NameLinkProps {
  list: RecordListSpec
  record: AdminRecord
  path: string
  search: TableSearch
  isOpen: boolean
}

function NameLink({ list, record, path, search, isOpen }: NameLinkProps) {
  const a = useAdminTexts()
  // A group within another one is named `Support::Hardware`.
  const parts = nameIn(list, record).split('::')
  return (
    <Link
      to="/admin/$"
      params={{ _splat: `${path}/${record.id}` }}
      search={search}
      aria-current={isOpen ? 'true' : undefined}
    >
      {parts.length > 1 && <span className="is-muted">{`${parts.slice(0, -1).join(' › ')} › `}</span>}
      <bdi>{parts.at(-1)}</bdi>
      {record['active'] === false && <span className="chip is-inactive">{a('inactive')}</span>}
    </Link>
  )
}

interface HeadProps {
  id: string
  label: Column['label']
  sort: string | undefined
  search: TableSearch
  isSortable: boolean
}

/** The head of a column: a button that sorts by it, and reverses the order when pressed again. */
function Head({ id, label, sort, search, isSortable }: HeadProps): ReactNode {
  const a = useAdminTexts()
  const navigate = useNavigate()
  if (!isSortable) return <th scope="col">{a(label)}</th>
  const direction = directionOf(id, sort)
  const next = direction === 'ascending' ? `-${id}` : id
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className="column-head"
        onClick={() => void navigate({ to: '.', search: { ...search, sort: next }, replace: true })}
      >
        {a(label)}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  )
}

function directionOf(column: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

const TableLoading = ({ label }: { label: string }) => (
  <Loading label={label}>
    {['60%', '45%', '70%', '50%', '65%'].map((width) => (
      <div key={width} className="skeleton-row">
        <Skeleton width={width} />
      </div>
    ))}
  </Loading>
)
