import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import type { AdminRecord } from '../records/records.ts'
import type { Direction, Options } from './account.ts'
import './mail.css'

const columns = {
  inbound: { status: 'status_in', log: 'last_log_in', time: 'last_in_at' },
  outbound: { status: 'status_out', log: 'last_log_out', time: 'last_out_at' },
} as const

type Adapter = 'imap' | 'lmtp' | 'smtp'

/** The state of one direction of an account: a word with an icon, the last success, the server, and the error. */
export function Health({ account, direction }: { account: AdminRecord; direction: Direction }) {
  const a = useAdminTexts()
  const { status, log, time } = columns[direction]
  const { adapter = 'none', host, port } = (account[direction] ?? {}) as Options
  if (adapter === 'none') return <span className="is-muted">{a(`mail_${direction}_none`)}</span>
  const lastTime = account[time]
  const isFailing = account['active'] !== false && account[status] === 'error'
  return (
    <span className="mail-health">
      <span>
        <State account={account} status={account[status]} />
        {typeof lastTime === 'string' && (
          <span>
            {a('mail_last')} <Moment at={lastTime} form="dayAndTime" />
          </span>
        )}
      </span>
      <small>
        {a(`mail_kind_${adapter as Adapter}`)} <bdi>{[host, port].filter(Boolean).join(':')}</bdi>
      </small>
      {isFailing && <small className="mail-log">{textIn(account[log])}</small>}
    </span>
  )
}

function State({ account, status }: { account: AdminRecord; status: unknown }) {
  const a = useAdminTexts()
  if (account['active'] === false) return <Chip>{a('mail_paused')}</Chip>
  if (status === 'ok')
    return (
      <Chip look="good" icon="check">
        {a('mail_works')}
      </Chip>
    )
  if (status === 'error')
    return (
      <Chip look="overdue" icon="alert">
        {a('mail_fails')}
      </Chip>
    )
  return <Chip icon="clock">{a('mail_untried')}</Chip>
}
