import { Link } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import { toasts } from '../../components/toasts.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useSession } from '../../state/session.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { AccountName } from '../mail/account-name.tsx'
import { GiveUpButton } from '../mail/give-up-button.tsx'
import { MailList } from '../mail/mail-list.tsx'
import type { QueuedMail } from '../mail/queued-mail.ts'

const source = {
  key: 'admin mail queue',
  load: () => client.request<QueuedMail[]>('GET', 'mail_queue'),
  events: [],
}

const columns = ['mail_subject', 'outbox_to', 'outbox_state', 'mail_account', 'c_attempts', 'c_actions'] as const

/** E-mails that wait to be sent, or were given up. */
export function Screen() {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const view = client.live(source)
  const act = async (method: 'POST' | 'DELETE', path: string, text: AdminText) => {
    await client.request(method, `mail_queue/${path}`)
    toasts.show({ icon: 'check', seconds: 4, text: a(text) })
    await view.refresh().catch(() => undefined)
  }
  return (
    <MailList name="outbox" icon="send" view={view} columns={columns}>
      {(mail) => (
        <MailRow
          key={mail.id}
          mail={mail}
          onSend={() => attempt(act('POST', `${mail.id}/send`, 'outbox_sent'))}
          onGiveUp={() => act('DELETE', String(mail.id), 'outbox_given_up')}
        />
      )}
    </MailList>
  )
}

interface MailRowProps {
  mail: QueuedMail
  onSend: () => void
  onGiveUp: () => Promise<void>
}

function MailRow({ mail, onSend, onGiveUp }: MailRowProps) {
  const a = useAdminTexts()
  return (
    <tr>
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
          <Button isSmall aria-label={a('outbox_send_of', { name: mail.subject ?? '' })} onClick={onSend}>
            {a('outbox_send')}
          </Button>
          <GiveUpButton mail={mail} onGiveUp={onGiveUp} />
        </div>
      </td>
    </tr>
  )
}

/** The number of a ticket; for agents, it is a link. */
function TicketNumber({ number }: { number: string }) {
  const { may } = useSession()
  if (!may('ticket.agent')) return <span className="number">{number}</span>
  return (
    <Link className="number" to="/tickets/$number" params={{ number }}>
      {number}
    </Link>
  )
}

/** The recipients, and the server's response for each refused one. */
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
  const t = useMessages()
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
            {a('outbox_next')} <Moment at={due_at} form="dayAndTime" />
          </span>
        </span>
      )}
      {error !== null && <small className="mail-log">{t.refusal(error)}</small>}
    </span>
  )
}
