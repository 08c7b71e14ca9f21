import { useState } from 'react'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
import { Pagination } from '../pagination.tsx'
import { LivePage } from '../records/live-page.tsx'

interface AuditEntry {
  readonly id: number
  readonly action: string
  readonly login: string | null
  readonly object: string | null
  readonly name: string | null
  readonly changes: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly created_at: string
}

/** Number of entries on a page. */
const PAGE_SIZE = 100

const entriesOf = (page: number) =>
  client.live({
    key: `admin audit ${page}`,
    load: () =>
      client.request<AuditEntry[]>('GET', `audit_entries?sort_by=id&order_by=desc&per_page=${PAGE_SIZE}&page=${page}`),
    events: [],
  })

/** The audit log, newest first: sign-ins, and changes of permissions. */
export function Screen() {
  const a = useAdminTexts()
  const [page, setPage] = useState(1)
  return (
    <LivePage title={a('audit_title')} view={entriesOf(page)}>
      {(entries) => (
        <>
          {entries.length === 0 ? (
            <Empty icon="list" title={a('nothing_yet')}>
              {a('audit_help')}
            </Empty>
          ) : (
            <EntryTable entries={entries} />
          )}
          <Pagination page={page} hasMore={entries.length === PAGE_SIZE} onPage={setPage} />
        </>
      )}
    </LivePage>
  )
}

const columns = ['c_action', 'c_person', 'c_record', 'c_fields', 'c_address', 'c_at'] as const

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <HeadedTable columns={columns}>
      {entries.map(({ id, action, login, object, name, changes, address, created_at }) => (
        <tr key={id}>
          <td>
            <code>{action}</code>
          </td>
          <td dir="auto">{login}</td>
          <td dir="auto">{[object, name].filter(Boolean).join(' ')}</td>
          <td>{Object.keys(changes).join(', ')}</td>
          <td>{address}</td>
          <td>
            <Moment at={created_at} form="appointment" />
          </td>
        </tr>
      ))}
    </HeadedTable>
  )
}
