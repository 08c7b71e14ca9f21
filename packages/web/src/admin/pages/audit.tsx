import type { AuditAction } from '@deskbell/contract'
import { useState } from 'react'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { client } from '../../state/client.ts'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
import { Pagination } from '../pagination.tsx'
import { LivePage } from '../records/live-page.tsx'

interface AuditEntry {
  readonly id: number
  readonly action: AuditAction
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

/** The audit log, newest first: sign-ins, and changes to accounts, rights, settings, mail accounts and webhooks. */
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
  const a = useAdminTexts()
  return (
    <HeadedTable columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>{a(`audit_${entry.action}`)}</td>
          <td dir="auto">{entry.login ?? (namesNoAccount(entry) && a('audit_unknown'))}</td>
          <td>
            <RecordName entry={entry} />
          </td>
          <td>{Object.keys(entry.changes).join(', ')}</td>
          <td>{entry.address}</td>
          <td>
            <Moment at={entry.created_at} form="dayAndTime" />
          </td>
        </tr>
      ))}
    </HeadedTable>
  )
}

/** True for entries about failed sign-ins with a name that no account has. No other entry lacks a record. */
const namesNoAccount = ({ object }: AuditEntry): boolean => object === null

/** The kind and the name of the record that an entry is about. */
function RecordName({ entry: { object, name } }: { entry: AuditEntry }) {
  const a = useAdminTexts()
  const kind = object === null ? undefined : kinds[object]
  return (
    <>
      {kind ? a(kind) : object} <bdi>{name}</bdi>
    </>
  )
}

const kinds: Readonly<Record<string, AdminText | undefined>> = {
  user: 'audit_of_user',
  role: 'audit_of_role',
  group: 'audit_of_group',
  setting: 'audit_of_setting',
  channel: 'audit_of_channel',
  webhook: 'audit_of_webhook',
  token: 'audit_of_token',
}
