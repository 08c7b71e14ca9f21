import { EndSession } from '../users/end-session.tsx'
import { useState } from 'react'
import { match } from '../../components/matching.ts'
import { Moment } from '../../components/moment.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { nameOf } from '../../format/names.ts'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
import { FilterBox } from '../../components/filter-box.tsx'
import { LivePage } from '../records/live-page.tsx'
import type { AdminRecord } from '../records/records.ts'

interface Session {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly ip: string | null
  readonly updated_at: string
  readonly current: boolean
}

interface Sessions {
  readonly sessions: readonly Session[]
  readonly assets: { readonly User?: Readonly<Record<number, AdminRecord>> }
}

const source = {
  key: 'admin sessions',
  load: () => client.request<Sessions>('GET', 'sessions?per_page=1000'),
  events: [],
}

/** The 1,000 most recently used sessions of all people. A user whose session is ended has to sign in again. */
export function Screen() {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const [typed, setTyped] = useState('')
  const view = client.live(source)
  const end = async (id: number) => {
    await client.request('DELETE', `sessions/${id}`)
    await view.refresh()
  }
  const tools = (
    <div className="admin-tools">
      <FilterBox label={a('sessions_find')} value={typed} onChange={setTyped} />
    </div>
  )
  return (
    <LivePage title={a('sessions_title')} view={view} tools={tools}>
      {({ sessions, assets }) => (
        <SessionTable
          sessions={sessions
            .map((session) => ({ ...session, person: personOf(assets.User?.[session.user_id], session) }))
            .filter(({ person, name }) => match(typed, `${person} ${name}`))}
          onEnd={(id) => attempt(end(id))}
        />
      )}
    </LivePage>
  )
}

const personOf = (user: AdminRecord | undefined, { user_id }: Session): string =>
  user ? nameOf(user) : String(user_id)

interface SessionTableProps {
  sessions: readonly (Session & { readonly person: string })[]
  onEnd: (id: number) => void
}

const columns = ['c_name', 'c_device', 'c_address', 'c_last_seen', 'c_actions'] as const

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <HeadedTable columns={columns}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => onEnd(session.id)} />
      ))}
    </HeadedTable>
  )
}

function SessionRow({ session, onEnd }: { session: SessionTableProps['sessions'][number]; onEnd: () => void }) {
  const { person, name, ip, updated_at, current } = session
  return (
    <tr>
      <td>
        <bdi>{person}</bdi>
      </td>
      <td>{name}</td>
      <td>{ip}</td>
      <td>
        <Moment at={updated_at} />
      </td>
      <td>
        <EndSession name={person} isCurrent={current} onEnd={onEnd} />
      </td>
    </tr>
  )
}
