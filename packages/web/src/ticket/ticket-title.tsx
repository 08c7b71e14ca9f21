import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../components/button.tsx'
import { useReturnedFocus } from '../components/use-returned-focus.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { ChangeNotice } from './change-notice.tsx'
import { rightsOf } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import { useChange } from './use-change.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** The title of a ticket, editable in place. */
export function TicketTitle({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const { mayChange } = rightsOf(useSession(), ticket)
  const [isEditing, setEditing] = useState(false)
  const change = useChange(ticket, { names: ['title'], isEditing, toastText: () => t('ticket.titleChanged') })
  const opener = useReturnedFocus(isEditing)
  const finish = (text: string) => {
    setEditing(false)
    if (text && text !== ticket.title) void change.save({ title: text })
  }
  if (isEditing) return <TitleInput title={ticket.title} onFinish={finish} />
  return (
    <>
      <div className="ticket-title-line" aria-busy={change.isSaving || undefined}>
        <h1 tabIndex={-1}>
          <bdi>{ticket.title}</bdi>
        </h1>
        {mayChange && (
          <IconButton
            ref={opener}
            isSmall
            className="title-edit"
            icon="text"
            label={t('ticket.editTitle')}
            onClick={() => setEditing(true)}
          />
        )}
      </div>
      <ChangeNotice name={t('ticket.title')} change={change} valueOf={({ title }) => String(title)} />
      <WaitingActions ticket={ticket} part="title" />
    </>
  )
}

function TitleInput({ title, onFinish }: { title: string; onFinish: (title: string) => void }) {
  const t = useMessages()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') event.currentTarget.value = title
    event.currentTarget.blur()
  }
  return (
    <input
      className="input title-input"
      aria-label={t('ticket.title')}
      defaultValue={title}
      maxLength={250}
      dir="auto"
      // The title was pressed to be edited.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onBlur={(event) => onFinish(event.target.value.trim())}
      onKeyDown={onKeyDown}
    />
  )
}
