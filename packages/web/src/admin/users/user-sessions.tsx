import { EndSession } from './end-session.tsx'
import { Moment } from '../../components/moment.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import '../../account/account.css'

interface Session {
  readonly id: number
  readonly name: string
  readonly ip: string
  readonly updated_at: string
  readonly current: boolean
}

const sessionsOf = (user: number) =>
  client.live({
    key: `admin sessions ${user}`,
    load: async () => {
      const { sessions } = await client.request<{ sessions: Session[] }>('GET', `sessions?user_id=${user}`)
      return sessions
    },
    // Sessions have no events.
    events: [],
  })

/** The sessions of a person, one for each browser. Ending one takes effect at once. */
export function UserSessions({ id }: { id: number }) {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const view = sessionsOf(id)
  const { value } = useLive(view)
  const end = async (session: number) => {
    await client.request('DELETE', `sessions/${session}`)
    await view.refresh()
  }
  return (
    <section>
      <h3>{a('sessions_title')}</h3>
      {value?.length === 0 && <p className="is-muted">{a('not_signed_in')}</p>}
      <ul className="account-list">
        {value?.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => attempt(end(session.id))} />
        ))}
      </ul>
    </section>
  )
}

function SessionLine({ session: { name, ip, updated_at, current }, onEnd }: { session: Session; onEnd: () => void }) {
  const a = useAdminTexts()
  return (
    <li>
      <span>
        {[name, ip].filter(Boolean).join(', ')}
        <small>
          {a('c_last_seen')} <Moment at={updated_at} />
        </small>
      </span>
      <EndSession name={name || ip} isCurrent={current} onEnd={onEnd} />
    </li>
  )
}
