import { useCallback, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Combobox } from '../components/combobox.tsx'
import { Key } from '../components/key.tsx'
import type { Option } from '../components/option-list.tsx'
import { Segments } from '../components/segments.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { performAction } from './perform-action.ts'
import { findTickets, numberOf } from './find-tickets.ts'
import { MiniTicket } from './mini-ticket.tsx'
import { rightsOf } from './rights.ts'
import type { Ticket, TicketLink } from './ticket-types.ts'
import { WaitingActions } from './waiting-actions.tsx'

interface LinksProps {
  ticket: Ticket
  isAdding: boolean
  setAdding: (isAdding: boolean) => void
}

/** The linked tickets of a ticket. */
export function LinksSection({ ticket, isAdding, setAdding }: LinksProps) {
  const t = useMessages()
  const { mayChange } = rightsOf(useSession(), ticket)
  const remove = ({ type, ticket: other }: TicketLink) =>
    void performAction(t, ticket, {
      method: 'DELETE',
      path: 'links/remove',
      json: linkBody(type, other.number, other.id, ticket.id),
      part: 'links',
      text: 'action.removeLink',
      name: `#${other.number}`,
    })
  if (ticket.links.length === 0 && !mayChange) return null
  return (
    <section>
      <h2>
        {t('ticket.links')} {mayChange && <Key keys="L" />}
      </h2>
      {ticket.links.length > 0 && (
        <div>
          {ticket.links.map((link) => (
            <div key={`${link.type} ${link.ticket.id}`} className="link-line">
              <MiniTicket ticket={link.ticket} showsNumber help={t(`ticket.${link.type}`)} />
              {mayChange && (
                <IconButton
                  isSmall
                  icon="close"
                  label={t('components.remove', { name: `#${link.ticket.number}` })}
                  onClick={() => remove(link)}
                />
              )}
            </div>
          ))}
        </div>
      )}
      {isAdding ? (
        <AddLink ticket={ticket} onClose={() => setAdding(false)} />
      ) : (
        mayChange && (
          <div>
            <Button isSmall look="quiet" icon="plus" aria-keyshortcuts="L" onClick={() => setAdding(true)}>
              {t('ticket.add')}
            </Button>
          </div>
        )
      )}
      <WaitingActions ticket={ticket} part="links" />
    </section>
  )
}

type LinkType = TicketLink['type']

/** The body of a request for a link: the other ticket is the source, and `link_type` is the role of the other ticket. */
const linkBody = (type: LinkType, number: string, id: number, target: number) => ({
  link_type: type,
  link_object_source: 'Ticket',
  link_object_source_number: number,
  link_object_source_value: id,
  link_object_target: 'Ticket',
  link_object_target_value: target,
})

function AddLink({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useMessages()
  const [type, setType] = useState<LinkType>('normal')
  const { id } = ticket
  const source = useCallback((typed: string, signal: AbortSignal) => findTickets(typed, id, signal), [id])
  const add = (option: Option | undefined) => {
    if (!option) return
    onClose()
    const number = numberOf(option)
    void performAction(t, ticket, {
      method: 'POST',
      path: 'links/add',
      json: linkBody(type, number, Number(option.id), id),
      part: 'links',
      text: 'action.addLink',
      name: `#${number}`,
    })
  }
  return (
    // Esc closes the form, wherever the focus is in it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="add-link"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Segments
        label={t('ticket.linkType')}
        segments={(['normal', 'parent', 'child'] as const).map((id) => ({ id, name: t(`ticket.${id}`) }))}
        value={type}
        onChange={setType}
      />
      <Combobox
        label={t('ticket.linkWith')}
        isLabelHidden
        autoFocus
        placeholder={t('ticket.linkWith')}
        source={source}
        value={undefined}
        onChoose={add}
      />
    </div>
  )
}
