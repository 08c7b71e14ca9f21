import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { nameOf } from '../format/names.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { performAction } from './perform-action.ts'
import type { Ticket } from './ticket-types.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** The agents who have subscribed to a ticket, and a button with which the user subscribes or unsubscribes. */
export function Subscribers({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const formats = useFormats()
  const me = useUser()
  const own = ticket.subscriptions.find(({ user_id }) => user_id === me.id)
  const people = ticket.subscriptions.flatMap(({ user_id }) => ticket.person(user_id) ?? [])
  const names = formats.list(people.map(nameOf))
  const toggle = () =>
    own
      ? performAction(t, ticket, {
          method: 'DELETE',
          path: `mentions/${own.id}`,
          part: 'subscribers',
          text: 'action.unsubscribe',
        })
      : performAction(t, ticket, {
          method: 'POST',
          path: 'mentions',
          json: { mentionable_type: 'Ticket', mentionable_id: ticket.id },
          part: 'subscribers',
          text: 'action.subscribe',
        })
  return (
    <section>
      <h2>{t('ticket.subscribers')}</h2>
      {people.length > 0 && (
        <span className="avatars" title={names}>
          {people.map((person) => (
            <Avatar key={person.id} person={person} isAgent />
          ))}
          <span className="for-readers">{names}</span>
        </span>
      )}
      <div>
        <Button isSmall look="quiet" icon="bell" onClick={() => void toggle()}>
          {t(own ? 'ticket.unsubscribe' : 'ticket.subscribe')}
        </Button>
      </div>
      <WaitingActions ticket={ticket} part="subscribers" />
    </section>
  )
}
