import { type ReactNode, type Ref, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { Button, IconButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Notice } from '../components/notice.tsx'
import { Segments } from '../components/segments.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper, DraftState } from '../state/draft-keeper.ts'
import type { DraftContent } from '../state/draft-types.ts'
import { focusMessage } from '../ticket/message-focus.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import { isMail, type MessageKind, type MessageStart } from './compose.ts'
import { ForwardNotices } from './forward-notices.tsx'
import { MailNotice } from './mail-notice.tsx'
import { OtherDraft } from './other-draft.tsx'
import { useDeskAddresses } from './desk-addresses.ts'
import { Recipients } from './recipients.tsx'
import { offeredRecipients } from './reply-recipients.ts'
import { SaveStatus } from './save-status.tsx'
import { useEdit } from './use-edit.ts'

interface MessageTopProps extends Omit<TabsProps, 'kind' | 'mark'>, NoticesProps {
  ticket: Ticket
  start: MessageStart
  /** The initial content. */
  initial: DraftContent
  content: DraftContent
  recipients: Ref<HTMLDivElement>
  recipientError: string | undefined
}

/** The part of the editor above the text: the kind of the message, notices, and recipients. */
export function MessageTop({
  keeper,
  state,
  ticket,
  start: { kind, about },
  initial,
  content,
  answer,
  refusal,
  recipients,
  recipientError,
  onKind,
  onClose,
}: MessageTopProps) {
  const edit = useEdit(keeper, initial)
  const deskAddresses = useDeskAddresses()
  return (
    <>
      <Tabs {...{ kind, onKind, onClose }} mark={<SaveStatus state={state} />} />
      {isMail(kind) && <MailNotice groupId={ticket.record.group_id} isForward={kind === 'forward'} />}
      {kind === 'forward' && <ForwardNotices {...{ keeper, ticket, content, initial }} chosen={about} />}
      <Notices {...{ keeper, state, answer, refusal }} />
      {isMail(kind) && (
        <Recipients
          ref={recipients}
          article={content.new_article}
          autoFocus={kind === 'forward'}
          error={recipientError}
          offered={kind === 'reply' ? offeredRecipients({ ...ticket, deskAddresses }, about, content.new_article) : []}
          onChange={(change) => edit((current) => ({ ...current, new_article: { ...current.new_article, ...change } }))}
        />
      )}
    </>
  )
}

interface TabsProps {
  kind: MessageKind
  mark: ReactNode
  onKind: (kind: MessageKind) => void
  onClose: () => void
}

function Tabs({ kind, mark, onKind, onClose }: TabsProps) {
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

function KindTabs({ kind, onKind }: Pick<TabsProps, 'kind' | 'onKind'>) {
  const t = useMessages()
  return (
    <Segments
      label={t('editor.kind')}
      kind="tabs"
      segments={[
        { id: 'reply', name: t('editor.reply'), icon: 'reply' },
        ...(kind === 'forward' ? [{ id: kind, name: t('editor.forward'), icon: 'right' } as const] : []),
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
  /** The latest message that somebody else has written since the draft was begun. */
  answer: Article | undefined
  refusal: string | undefined
}

/** Notices to read before sending. */
function Notices({ keeper, state, answer, refusal }: NoticesProps) {
  const t = useMessages()
  /** The id of the message whose notice was closed. */
  const [dismissedId, setDismissedId] = useState(0)
  return (
    <>
      {refusal !== undefined && <Notice kind="error">{t('editor.refused', { reason: refusal })}</Notice>}
      <OtherDraft keeper={keeper} state={state} />
      {answer && answer.id > dismissedId && (
        <Notice
          kind="conflict"
          actions={
            <>
              <Button isSmall onClick={() => focusMessage(answer.id)}>
                {t('editor.readAnswer')}
              </Button>
              <Button isSmall onClick={() => setDismissedId(answer.id)}>
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
