import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import { SaveStatus } from '../editor/save-status.tsx'
import { FileList } from '../editor/file-list.tsx'
import { OtherDraft } from '../editor/other-draft.tsx'
import { useMessages } from '../messages/messages.tsx'
import { AddFiles } from './add-files.tsx'
import type { RequestRecord } from './request-types.ts'
import type { Status } from './status.ts'
import { useReply } from './use-reply.ts'
import { useDroppedFiles } from './use-dropped-files.ts'
import { WaitingReplies } from './waiting-replies.tsx'

interface ReplyFormProps {
  request: RequestRecord
  /** The number of shown messages. */
  messageCount: number
  status: Status
  /** Elements above the text. */
  children?: ReactNode
}

/** The editor below the messages. It is always open, and the typed text is saved as a draft. */
export function ReplyForm({ request, messageCount, status, children }: ReplyFormProps) {
  const t = useMessages()
  const reply = useReply(request, messageCount, status)
  const { keeper, state, files, body, sending, failure, refusal, send } = reply
  const form = useRef<HTMLFormElement>(null)
  useDroppedFiles(form, files)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send(event.shiftKey)
  }
  return (
    <>
      <WaitingReplies keeper={keeper} sending={sending} messageCount={messageCount} />
      {children}
      <form
        ref={form}
        className="composer"
        aria-label={t('request.answer')}
        onSubmit={(event) => {
          event.preventDefault()
          send(false)
        }}
      >
        {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
        {refusal !== undefined && <Notice kind="error">{t('editor.refused', { reason: refusal })}</Notice>}
        <OtherDraft keeper={keeper} state={state} />
        <textarea
          className="composer-text"
          dir="auto"
          aria-label={t('request.answer')}
          placeholder={t(status === 'solved' ? 'request.writeToReopen' : 'request.writeAnswer')}
          value={body}
          onChange={({ target }) => reply.setBody(target.value)}
          onKeyDown={onKeyDown}
        />
        <FileList files={files} />
        <Foot reply={reply} status={status} />
      </form>
    </>
  )
}

function Foot({ reply, status }: { reply: ReturnType<typeof useReply>; status: Status }) {
  const t = useMessages()
  const { files, state, isBusy, isBlank, send } = reply
  return (
    <div className="composer-foot">
      <AddFiles files={files} look="quiet" isSmall />
      <SaveStatus state={state} />
      <span className="answer-buttons">
        {status !== 'solved' && (
          <Button isSmall isBusy={isBusy} onClick={() => send(true)}>
            {t(isBlank ? 'request.solve' : 'request.sendAndSolve')}
          </Button>
        )}
        <Button type="submit" look="primary" isSmall isBusy={isBusy} icon="send">
          {t('request.send')}
        </Button>
      </span>
    </div>
  )
}
