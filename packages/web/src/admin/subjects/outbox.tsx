import { Link } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { toasts } from '../../components/toasts.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { client } from '../../state/client.ts'
import { useSession } from '../../state/session.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { AccountName } from '../mail/account-name.tsx'
import { GiveUpButton } from '../mail/give-up-button.tsx'
import type { QueuedMail } from '../mail/queued-mail.ts'
import { LivePage } from '../plain/live-page.tsx'
import '../mail/mail.css'

const source = {
  key: 'admin mail queue',
  load: () => client.request<QueuedMail[]>('GET', 'mail_queue'),
  events: [],
}

/** Mails that wait to be sent, or were given up. */
export function Screen() {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const view = client.live(source)
  const refresh = () => view.refresh().catch(() => undefined)
  const act = async (method: 'POST' | 'DELETE', path: string, text: AdminText) => {
    await client.request(method, `mail_queue/${path}`)
    toasts.show({ icon: 'check', seconds: 4, text: a(text) })
    await refresh()
  }
  const actions = (
    <Button isSmall onClick={() => void refresh()}>
      {a('refresh')}
    </Button>
  )
  return (
    <LivePage title={a('outbox_title')} view={view} actions={actions}>
      {(mails) =>
        mails.length === 0 ? (
          <Empty icon="send" title={a('outbox_empty')}>
            {a('outbox_help')}
          </Empty>
        ) : (
          <Mails
            mails={mails}
            onSend={({ id }) => attempt(act('POST', `${id}/send`, 'outbox_sent'))}
            onGiveUp={({ id }) => act('DELETE', String(id), 'outbox_given_up')}
          />
        )
      }
    </LivePage>
  )
}

interface MailsProps {
  mails: readonly QueuedMail[]
  onSend: (mail: QueuedMail) => void
  onGiveUp: (mail: QueuedMail) => Promise<void>
}

function Mails({ mails, onSend, onGiveUp }: MailsProps) {
  const a = useAdminTexts()
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{a('mail_subject')}</th>
          <th scope="col">{a('outbox_to')}</th>
          <th scope="col">{a('outbox_state')}</th>
          <th scope="col">{a('mail_account')}</th>
          <th scope="col">{a('c_attempts')}</th>
          <th scope="col">{a('c_actions')}</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td>
              <bdi>{mail.subject}</bdi> <TicketNumber number={mail.ticket_number} />
            </td>
            <td>
              <Recipients mail={mail} />
            </td>
            <td>
              <State mail={mail} />
            </td>
            <td>
              <AccountName id={mail.channel_id} />
            </td>
            <td>{mail.attempts}</td>
            <td>
              <div className="mail-buttons">
                <Button
                  isSmall
                  aria-label={a('outbox_send_of', { name: mail.subject ?? '' })}
                  onClick={() => onSend(mail)}
                >
                  {a('outbox_send')}
                </Button>
                <GiveUpButton mail={mail} onGiveUp={() => onGiveUp(mail)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** The number of a ticket; a link for people who work on tickets. */
function TicketNumber({ number }: { number: string }) {
  const { may } = useSession()
  if (!may('ticket.agent')) return <span className="number">{number}</span>
  return (
    <Link className="number" to="/tickets/$number" params={{ number }}>
      {number}
    </Link>
  )
}

/** The recipients, and the server's answer for each refused one. */
const Recipients = ({ mail: { to, recipients } }: { mail: QueuedMail }) => (
  <span className="mail-health">
    {recipients.length === 0 && <bdi>{to}</bdi>}
    {recipients.map(({ address, state, text }) => (
      <span key={address}>
        <bdi>{address}</bdi>
        {state === 'failed' && <small className="mail-log">{text}</small>}
      </span>
    ))}
  </span>
)

function State({ mail: { state, due_at, error } }: { mail: QueuedMail }) {
  const a = useAdminTexts()
  return (
    <span className="mail-health">
      {state === 'failed' ? (
        <span>
          <Chip look="overdue" icon="alert">
            {a('outbox_failed')}
          </Chip>
        </span>
      ) : (
        <span>
          <Chip look="due" icon="clock">
            {a('outbox_waiting')}
          </Chip>
          <span>
            {a('outbox_next')} <Moment at={due_at} form="appointment" />
          </span>
        </span>
      )}
      {error !== null && <small className="mail-log">{error}</small>}
    </span>
  )
}
