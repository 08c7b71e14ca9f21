import { type Ref, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys/use-keys.ts'
import { useMessages } from '../messages/messages.tsx'
import { type DraftContent, isEmpty, type LocalDraft } from '../state/draft-types.ts'
import { useDraft } from '../state/drafts.ts'
import { useSession, useUser } from '../state/session.tsx'
import { useChoices } from '../ticket/choices.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import { answeredSince, lacksRecipient, type MessageKind, type MessageStart } from './compose.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { MessageTop } from './message-top.tsx'
import { attributesFor } from './next-state-rules.ts'
import { recipientsIn } from '../article/recipients.ts'
import { SendFoot } from './send-foot.tsx'
import { useInitialContent } from './use-initial-content.ts'
import { valuesOfTicket } from './values-of-ticket.ts'

interface TicketComposerProps {
  ref?: Ref<ComposerHandle>
  ticket: Ticket
  start: MessageStart
  /** The reason why the service refused the message. */
  refusal: string | undefined
  onKind: (kind: MessageKind) => void
  onClose: () => void
  onSend: (draft: LocalDraft) => void
  onWriting: (isWriting: boolean) => void
}

/** The open editor at the bottom of a ticket. */
export function TicketComposer(props: TicketComposerProps) {
  const { ref, ticket, start, onKind, onClose, onSend, onWriting } = props
  const user = useUser()
  const { config } = useSession()
  const choices = useChoices()
  const { kind } = start
  const initial = useInitialContent(ticket, start)
  const { keeper, state } = useDraft({ userId: user.id, ticketId: ticket.id, kind })
  const content = state.draft?.writing ?? initial
  const answer = answeredSince(ticket.articles, content.basis, user.id)
  const isWriting = state.draft !== undefined
  const [recipients, recipientError, checkRecipients] = useRecipientCheck(kind, content)
  // Adds the shortcuts of the editor to the list of shortcuts. The text field and `onKey` handle the keys.
  useKeys('editor', {})
  useEffect(() => onWriting(isWriting), [onWriting, isWriting])

  const send = (closesTicket: boolean) => {
    const latest = keeper.snapshot().draft?.writing ?? initial
    if (!checkRecipients(latest) || isEmpty(latest)) return
    keeper.change({ ...latest, ticket_attributes: attributesFor(latest, ticket, choices, closesTicket) })
    const draft = keeper.take()
    if (draft) onSend(draft)
  }
  return (
    <Composer
      ref={ref}
      {...{ keeper, state, initial }}
      initialFiles={start.files}
      autoFocus={kind !== 'forward'}
      placeholderValues={() => ({ ticket: valuesOfTicket(ticket), user, config })}
      top={
        <MessageTop
          {...{ keeper, state, ticket, start, initial, content, answer, onKind, onClose }}
          refusal={props.refusal}
          recipients={recipients}
          recipientError={recipientError}
        />
      }
      foot={(_, edit, files) => (
        <SendFoot
          {...{ kind, ticket, choices, content, edit }}
          isAnswered={answer !== undefined}
          isWaiting={files.isAwaited}
          onSend={(closesTicket) => files.whenUploaded(() => send(closesTicket))}
        />
      )}
      onKey={(event, files) => {
        if (event.key === 'Escape') onClose()
        else if (isCtrl(event) && event.key === 'Enter') files.whenUploaded(() => send(event.shiftKey))
        else if (isCtrl(event) && event.shiftKey && event.key.toLowerCase() === 'i')
          onKind(kind === 'note' ? 'reply' : 'note')
        else return false
        event.preventDefault()
        return true
      }}
    />
  )
}

const isCtrl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey

/**
 * Checks the recipients of a message before it is sent: that it has one if it needs one, and that no field contains text
 * that is not a recipient. A failed check moves the focus to the field, which shows the error.
 */
function useRecipientCheck(kind: MessageKind, content: DraftContent) {
  const t = useMessages()
  const recipients = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const error = isChecked && lacksRecipient(kind, content) ? t('editor.recipientMissing') : undefined
  const check = (latest: DraftContent): boolean => {
    const inputs = [...(recipients.current?.querySelectorAll('input') ?? [])]
    const { to, cc } = latest.new_article
    const chosen = [to, cc].flatMap(recipientsIn).flatMap(({ name, address }) => [name, address])
    // The text of an address that has just become a recipient is still in the field.
    const unknown = inputs.find(({ value }) => value.trim() !== '' && !chosen.includes(value.trim()))
    const isMissing = lacksRecipient(kind, latest)
    if (isMissing) setChecked(true)
    const invalid = unknown ?? (isMissing ? inputs[0] : undefined)
    invalid?.focus()
    return invalid === undefined
  }
  return [recipients, error, check] as const
}
