import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { ActionPart, QueuedWrite, TicketAction } from '../state/write-types.ts'
import { useWrites, writes } from '../state/writes.ts'
import type { Ticket } from './ticket-types.ts'

type QueuedAction = QueuedWrite & { readonly action: TicketAction }

interface WaitingActionsProps {
  ticket: Pick<Ticket, 'id'>
  part: ActionPart
}

/** Shows the actions that wait for the connection or were refused later, with buttons to withdraw or repeat them. */
export function WaitingActions({ ticket, part }: WaitingActionsProps) {
  const shown = useQueuedActions(ticket, part).filter(({ isLate, refusal }) => isLate || refusal !== undefined)
  return shown.map((write) =>
    write.refusal === undefined ? <Waiting key={write.id} write={write} /> : <Refused key={write.id} write={write} />,
  )
}

/** Returns the actions on a part of a ticket that are not done yet, the oldest first. */
export const usePendingActions = (ticket: Pick<Ticket, 'id'>, part: ActionPart): readonly QueuedAction[] =>
  useQueuedActions(ticket, part).filter(({ refusal }) => refusal === undefined)

const useQueuedActions = ({ id }: Pick<Ticket, 'id'>, part: ActionPart): readonly QueuedAction[] =>
  useWrites().filter((write): write is QueuedAction => write.ticketId === id && write.action?.part === part)

function Waiting({ write }: { write: QueuedAction }) {
  const t = useMessages()
  return (
    <Notice
      actions={
        <Button isSmall onClick={() => void writes.remove(write.id)}>
          {t('components.undo')}
        </Button>
      }
    >
      {t('action.waits', { action: useSentence(write) })}
    </Notice>
  )
}

function Refused({ write }: { write: QueuedAction }) {
  const t = useMessages()
  const action = useSentence(write)
  return (
    <Notice
      kind="conflict"
      actions={
        <>
          <Button isSmall onClick={() => void writes.repeat(write.id)}>
            {t('action.repeat')}
          </Button>
          <Button isSmall onClick={() => void writes.remove(write.id)}>
            {t('action.discard')}
          </Button>
        </>
      }
    >
      {write.isConflict
        ? t('action.overtaken', { action })
        : t('action.refused', { action, reason: t.refusal(write.refusal ?? '') })}
    </Notice>
  )
}

function useSentence({ action: { text, name = '' } }: QueuedAction): string {
  return useMessages()(text, { name })
}
