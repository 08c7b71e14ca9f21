import { Button } from '../components/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import { draftKey, isEmpty } from '../state/draft-types.ts'
import type { QueuedWrite } from '../state/write-types.ts'
import { useWrites, writes } from '../state/writes.ts'
import type { PendingReply } from './use-reply.ts'

interface WaitingRepliesProps {
  keeper: DraftKeeper
  sending: readonly PendingReply[]
  /** The number of shown messages. */
  messageCount: number
}

/** Replies that are being sent, and those that wait for the connection, which can be taken back. */
export function WaitingReplies({ keeper, sending, messageCount }: WaitingRepliesProps) {
  const t = useMessages()
  const key = draftKey(keeper.identity)
  const formIdsBeingSent = new Set(sending.map(({ writing }) => writing.form_id))
  const waiting = useWrites().filter(
    ({ draft, refusal }) => draft?.key === key && refusal === undefined && !formIdsBeingSent.has(draft.writing.form_id),
  )
  const takeBack = async ({ id, draft }: QueuedWrite) => {
    if (draft && (await writes.remove(id))) keeper.bringBack(draft)
  }
  return (
    <>
      {sending
        .filter(({ writing, messagesBefore }) => !isEmpty(writing) && messageCount <= messagesBefore)
        .map(({ writing: { form_id, new_article } }) => (
          <div key={form_id} className="waiting-answer" role="status">
            <p dir="auto">{new_article.body}</p>
            <p className="waiting-line">
              <Icon name="clock" />
              {t('request.answerIsSent')}
            </p>
          </div>
        ))}
      {waiting.map((write) => (
        <div key={write.id} className="waiting-answer" role="status">
          <p dir="auto">{write.draft?.writing.new_article.body}</p>
          <p className="waiting-line">
            <Icon name="offline" />
            {t('request.answerWaits')}
            <Button isSmall look="quiet" onClick={() => void takeBack(write)}>
              {t('editor.takeBack')}
            </Button>
          </p>
        </div>
      ))}
    </>
  )
}
