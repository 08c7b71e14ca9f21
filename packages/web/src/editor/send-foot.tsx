import { Key } from '../components/key.tsx'
import { MenuItem } from '../components/menu.tsx'
import { SplitButton } from '../components/split-button.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftContent } from '../state/draft-types.ts'
import type { Choices } from '../ticket/choices.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import { isMail, type MessageKind } from './compose.ts'
import { nextStateOf, rememberState } from './next-state-rules.ts'
import { NextStatePicker } from './next-state.tsx'
import type { Edit } from './use-edit.ts'

const sendTexts = { reply: 'send', forward: 'send', note: 'keepNote', phone: 'keepCall' } as const

interface SendFootProps {
  kind: MessageKind
  ticket: Ticket
  choices: Choices
  content: DraftContent
  edit: Edit
  /** True if somebody else has answered since the draft was begun. */
  isAnswered: boolean
  /** True if the message waits for its uploads. */
  isWaiting: boolean
  /** @param closesTicket true if the ticket is closed, too. */
  onSend: (closesTicket: boolean) => void
}

/** The row below a message: the state after sending, and the send button. */
export function SendFoot({ kind, ticket, choices, content, edit, isAnswered, isWaiting, onSend }: SendFootProps) {
  const t = useMessages()
  const { record } = ticket
  const sendText = isAnswered && isMail(kind) ? 'sendAnyway' : sendTexts[kind]
  return (
    <>
      <span className="spacer" />
      <NextStatePicker
        choices={choices}
        current={record.state_id}
        value={{ ...content.ticket_attributes, state_id: nextStateOf(content, record) }}
        onChange={(next) => {
          if (kind !== 'note' && next.state_id !== undefined && next.pending_time === undefined)
            rememberState(record.group_id, next.state_id)
          edit((current) => ({ ...current, ticket_attributes: { ...next } }))
        }}
      />
      <SplitButton
        isSmall
        isBusy={isWaiting}
        icon={isMail(kind) ? 'send' : 'check'}
        moreLabel={t('editor.otherWays')}
        more={
          <MenuItem icon="check" keys="Ctrl Shift Enter" onChoose={() => onSend(true)}>
            {t(isMail(kind) ? 'editor.sendAndClose' : 'editor.keepAndClose')}
          </MenuItem>
        }
        onClick={() => onSend(false)}
      >
        {t(isWaiting ? 'editor.waitsForFiles' : `editor.${sendText}`)} <Key keys="Ctrl Enter" />
      </SplitButton>
    </>
  )
}
