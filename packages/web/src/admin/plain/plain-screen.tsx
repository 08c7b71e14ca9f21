import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LoadError } from '../../components/empty.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { Icon } from '../../icon/icon.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { readTableSearch } from '../table-search.ts'
import { PlainForm } from './plain-form.tsx'
import type { PlainSubject } from './plain-subject.ts'
import { PlainTable } from './plain-table.tsx'
import { allRecords, foundRecords } from './records.ts'
import '../../components/button.css'

interface PlainScreenProps {
  subject: PlainSubject
  /** The rest of the address: `new`, an id, or nothing. */
  parts: readonly string[]
  /** Links to other screens of the subject, above the table. */
  tabs?: ReactNode
}

/** A table of entries with the form of one of them next to it, or instead of it on small screens. */
export function PlainScreen({ subject, parts: [open], tabs }: PlainScreenProps) {
  const a = useAdminTexts()
  const formats = useFormats()
  const search = readTableSearch(useSearch({ strict: false }))
  const [pages, setPages] = useState(1)
  const view = subject.isLarge
    ? foundRecords(subject.resource, largeQuery(search), search.sort ?? subject.nameField ?? 'name', pages)
    : allRecords(subject.resource)
  const { value, error } = useLive(view)
  const { path } = subject
  return (
    <>
      <PageBar title={a(subject.texts.title)} count={value && formats.number(value.total)}>
        <Link className="button is-primary is-small" to="/admin/$" params={{ _splat: `${path}/new` }} search={search}>
          <Icon name="plus" />
          <span className="text-when-wide">{a(subject.texts.create)}</span>
        </Link>
      </PageBar>
      <div className={open === undefined ? 'table-and-form is-table-alone' : 'table-and-form'}>
        <div className="table-side">
          {tabs}
          {value || error === undefined ? (
            <PlainTable
              subject={subject}
              entries={value}
              open={open}
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
        {open !== undefined && (
          <OpenForm key={open} subject={subject} open={open} path={path} onSaved={() => view.refresh()} />
        )}
      </div>
    </>
  )
}

/** Excludes inactive entries unless the user shows them. */
const largeQuery = ({ q = '', inactive }: { q?: string; inactive?: true }) =>
  [q && `(${q})`, !inactive && 'active:true'].filter(Boolean).join(' AND ')

interface OpenFormProps {
  subject: PlainSubject
  open: string
  path: string
  onSaved: () => Promise<unknown>
}

function OpenForm({ subject, open, path, onSaved }: OpenFormProps) {
  const navigate = useNavigate()
  const search = readTableSearch(useSearch({ strict: false }))
  const id = open === 'new' ? undefined : Number(open)
  const toEntry = (entry: number | undefined) =>
    navigate({ to: '/admin/$', params: { _splat: entry === undefined ? path : `${path}/${entry}` }, search })
  return (
    <PlainForm
      subject={subject}
      id={id}
      onSaved={async (saved) => {
        await onSaved().catch(() => undefined)
        if (saved !== id) await toEntry(saved)
      }}
      onClose={() => void toEntry(undefined)}
    />
  )
}
