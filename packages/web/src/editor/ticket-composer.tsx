import { type ReactNode, type Ref, useEffect, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { Button, IconButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Notice } from '../components/notice.tsx'
import { Segments } from '../components/segments.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper, DraftState } from '../state/draft-keeper.ts'
import { isEmpty, type LocalDraft } from '../state/draft-types.ts'
import { newForm, useDraft } from '../state/drafts.ts'
import { useSession, useUser } from '../state/session.tsx'
import { useChoices } from '../ticket/choices.ts'
import { focusEntry } from '../ticket/entry-focus.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import { answeredSince, begin, type MessageKind, type Start } from './compose.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { DraftMark } from './draft-mark.tsx'
import { MailNotice } from './mail-notice.tsx'
import { attributesFor } from './next-state-rules.ts'
import { OtherDraft } from './other-draft.tsx'
import { SendFoot } from './send-foot.tsx'
import { valuesOfTicket } from './values-of-ticket.ts'

interface TicketComposerProps {
  ref?: Ref<ComposerHandle>
  ticket: Ticket
  start: Start
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
  const [first] = useState(() => begin(contextOf(ticket), start, newForm()))
  const { keeper, state } = useDraft({ userId: user.id, ticketId: ticket.id, kind })
  const answer = answeredSince(ticket.articles, (state.draft?.writing ?? first).basis, user.id)
  const isWriting = state.draft !== undefined
  useKeys('editor', {})
  useEffect(() => onWriting(isWriting), [onWriting, isWriting])

  const send = (close: boolean) => {
    const now = keeper.snapshot().draft?.writing
    if (!now || isEmpty(now)) return
    keeper.change({ ...now, ticket_attributes: attributesFor(now, ticket, choices, close) })
    const draft = keeper.take()
    if (draft) onSend(draft)
  }
  return (
    <Composer
      ref={ref}
      {...{ keeper, state, first }}
      firstFiles={start.files}
      values={() => ({ ticket: valuesOfTicket(ticket), user, config })}
      top={
        <>
          <Top {...{ kind, onKind, onClose }} mark={<DraftMark state={state} />} />
          {kind === 'reply' && <MailNotice groupId={ticket.record.group_id} />}
          <Notices {...{ keeper, state, answer }} refusal={props.refusal} />
        </>
      }
      foot={(writing, edit, files) => (
        <SendFoot
          {...{ kind, ticket, choices, writing, edit }}
          isAnswered={answer !== undefined}
          isWaiting={files.isAwaited}
          onSend={(close) => files.whenUploaded(() => send(close))}
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

const contextOf = ({ title, articles, customer }: Ticket) => ({
  title,
  articles,
  customer: customer as { email?: string; fullname?: string } | undefined,
})

interface TopProps {
  kind: MessageKind
  mark: ReactNode
  onKind: (kind: MessageKind) => void
  onClose: () => void
}

function Top({ kind, mark, onKind, onClose }: TopProps) {
  const t = useMessages()
  return (
    <div className="composer-top">
      <KindTabs kind={kind} onKind={onKind} />
      <span className="spacer" />
      {kind === 'note' && (
        <span className="composer-secrecy">
          <Chip look="internal" icon="lock">
            {t('editor.notSent')}
          </Chip>
        </span>
      )}
      {mark}
      <IconButton isSmall icon="down" label={t('editor.close')} onClick={onClose} />
    </div>
  )
}

function KindTabs({ kind, onKind }: Pick<TopProps, 'kind' | 'onKind'>) {
  const t = useMessages()
  return (
    <Segments
      label={t('editor.kind')}
      kind="tabs"
      segments={[
        { id: 'reply', name: t('editor.reply'), icon: 'reply' },
        { id: 'note', name: t('editor.note'), icon: 'lock' },
        { id: 'phone', name: t('editor.phone'), icon: 'phone' },
      ]}
      value={kind}
      onChange={onKind}
    />
  )
}

interface NoticesProps {
  keeper: DraftKeeper
  state: DraftState
  /** A message that somebody else has written meanwhile. */
  answer: Article | undefined
  refusal: string | undefined
}

/** Notices to read before sending. */
function Notices({ keeper, state, answer, refusal }: NoticesProps) {
  const t = useMessages()
  const [dismissed, setDismissed] = useState(0)
  return (
    <>
      {refusal !== undefined && <Notice kind="error">{t('editor.refused', { reason: refusal })}</Notice>}
      <OtherDraft keeper={keeper} state={state} />
      {answer && answer.id > dismissed && (
        <Notice
          kind="conflict"
          actions={
            <>
              <Button isSmall onClick={() => focusEntry(answer.id)}>
                {t('editor.readAnswer')}
              </Button>
              <Button isSmall onClick={() => setDismissed(answer.id)}>
                {t('editor.dismiss')}
              </Button>
            </>
          }
        >
          {t('editor.answeredMeanwhile', { name: answer.authorName })}
        </Notice>
      )}
    </>
  )
}
