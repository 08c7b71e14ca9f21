import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { LoadError } from '../../components/load-error.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { Icon } from '../../icon/icon.tsx'
import { useKeys } from '../../keys/use-keys.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { readTableSearch, type TableSearch } from '../table-search.ts'
import { RecordForm } from './record-form.tsx'
import type { RecordListSpec } from './record-list-spec.ts'
import { RecordTable } from './record-table.tsx'
import { allRecords, type Entries, matchingRecords } from './records.ts'
import '../../components/button.css'

interface RecordListScreenProps {
  list: RecordListSpec
  /** The rest of the address: `new`, an id, or nothing. */
  pathParts: readonly string[]
  /** Elements above the table, such as links to other screens about these records. */
  aboveTable?: ReactNode
}

/** A table of entries with the form of one of them next to it, or instead of it on small screens. */
export function RecordListScreen({ list, pathParts: [openEntry], aboveTable }: RecordListScreenProps) {
  const a = useAdminTexts()
  const formats = useFormats()
  const search = readTableSearch(useSearch({ strict: false }))
  const [pages, setPages] = useState(1)
  const view = list.isLarge
    ? matchingRecords(list.resource, largeQuery(search), search.sort ?? list.nameField ?? 'name', pages)
    : allRecords(list.resource)
  const { value, error } = useLive(view)
  const { path } = list
  return (
    <>
      <PageBar title={a(list.texts.title)} count={value && formats.number(totalOf(list, value))}>
        <CreateLink list={list} search={search} />
      </PageBar>
      <div className={openEntry === undefined ? 'table-and-form is-table-alone' : 'table-and-form'}>
        <div className="table-side">
          {aboveTable}
          {value || error === undefined ? (
            <RecordTable
              list={list}
              entries={value}
              openEntry={openEntry}
              path={path}
              search={search}
              onMore={() => setPages(pages + 1)}
            />
          ) : (
            <LoadError
              title={a('list_failed')}
              error={error}
              onRetry={() => void view.refresh().catch(() => undefined)}
            />
          )}
        </div>
        {openEntry !== undefined && (
          <OpenForm key={openEntry} list={list} openEntry={openEntry} path={path} onSaved={() => view.refresh()} />
        )}
      </div>
    </>
  )
}

/** Returns the number of entries. Not every record of the resource is one. */
const totalOf = ({ isEntry }: RecordListSpec, { records, total }: Entries): number =>
  isEntry ? records.filter(isEntry).length : total

/** A link to the form for a new entry, which the key N opens, too. */
function CreateLink({ list: { path, texts }, search }: { list: RecordListSpec; search: TableSearch }) {
  const a = useAdminTexts()
  const link = useRef<HTMLAnchorElement>(null)
  useKeys('administration', { create: () => link.current?.click() })
  const name = a(texts.create)
  return (
    <Link
      ref={link}
      className="button is-primary is-small"
      to="/admin/$"
      params={{ _splat: `${path}/new` }}
      search={search}
      title={`${name} (N)`}
      aria-keyshortcuts="N"
    >
      <Icon name="plus" />
      <span className="text-when-wide">{name}</span>
    </Link>
  )
}

/** Returns the query for a large table. It excludes inactive entries unless the user shows them. */
const largeQuery = ({ q = '', inactive }: { q?: string; inactive?: true }) =>
  [q && `(${q})`, !inactive && 'active:true'].filter(Boolean).join(' AND ')

interface OpenFormProps {
  list: RecordListSpec
  /** The part of the address that names the open entry: an id, or `new`. */
  openEntry: string
  path: string
  onSaved: () => Promise<unknown>
}

function OpenForm({ list, openEntry, path, onSaved }: OpenFormProps) {
  const navigate = useNavigate()
  const search = readTableSearch(useSearch({ strict: false }))
  const id = openEntry === 'new' ? undefined : Number(openEntry)
  const showEntry = (entry: number | undefined) =>
    navigate({ to: '/admin/$', params: { _splat: entry === undefined ? path : `${path}/${entry}` }, search })
  return (
    <RecordForm
      list={list}
      id={id}
      onSaved={async (saved) => {
        await onSaved().catch(() => undefined)
        if (saved !== id) await showEntry(saved)
      }}
      onClose={() => {
        void showEntry(undefined)
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    />
  )
}
