import { useState } from 'react'
import { announce } from '../components/announcer.tsx'
import { useLatest } from '../components/use-latest.ts'
import { useEdit } from '../editor/use-edit.ts'
import { useFiles } from '../editor/use-files.ts'
import { useMessages } from '../messages/messages.tsx'
import { isEmpty, type DraftContent } from '../state/draft-types.ts'
import { useDraft } from '../state/drafts.ts'
import { sendAndContinue } from '../state/send-draft.ts'
import { useUser } from '../state/session.tsx'
import { useRefused } from '../state/use-refused.ts'
import { replyRequest, nextState } from './reply.ts'
import { conversationView } from './request-data.ts'
import type { RequestRecord } from './request-types.ts'
import { useStates } from './states.ts'
import type { Status } from './status.ts'
import { initialWriting, withBody } from './writing.ts'

/** A reply that is being sent. */
export interface PendingReply {
  readonly writing: DraftContent
  /** Number of messages before this reply. */
  readonly messagesBefore: number
}

/** Returns the reply of a customer to a request: its draft, and the functions that edit and send it. */
export function useReply(request: RequestRecord, messageCount: number, status: Status) {
  const t = useMessages()
  const { keeper, state } = useDraft({ userId: useUser().id, ticketId: request.id, kind: 'reply' })
  const [initial, setInitial] = useState(() => initialWriting())
  const writing = state.draft?.writing ?? initial
  const edit = useEdit(keeper, initial)
  const files = useFiles(writing, edit)
  const states = useStates()
  const [sending, setSending] = useState<readonly PendingReply[]>([])
  /** The status after the sent replies are processed; undefined as soon as the request has it. */
  const [expected, setExpected] = useState<'solved'>()
  if (expected === status) setExpected(undefined)
  const [failure, setFailure] = useState<unknown>()
  const refusal = useRefused(keeper)
  const isBlank = isEmpty(writing)

  const sendNow = async (marksSolved: boolean) => {
    // An upload that has just ended is in the draft, but not in the `writing` of the last render.
    const current = keeper.snapshot().draft?.writing ?? initial
    const reply = { writing: current, messagesBefore: messageCount + sending.length }
    setFailure(undefined)
    setInitial(initialWriting())
    setSending((others) => [...others, reply])
    setExpected(marksSolved ? 'solved' : undefined)
    try {
      const next = nextState(states ?? [], expected ?? status, marksSolved)
      const { isWaiting } = await sendAndContinue(keeper, current, replyRequest(request, current, next))
      if (isWaiting) return
      announce(t('request.sent'))
      await conversationView(request.number).refresh()
    } catch (error) {
      setFailure(error)
      setExpected(undefined)
    } finally {
      setSending((replies) => replies.filter((other) => other !== reply))
    }
  }
  const latest = useLatest(sendNow)
  return {
    keeper,
    state,
    files,
    isBlank,
    failure,
    refusal,
    sending,
    // While a reply is being sent, only another text can be sent.
    isBusy: (isBlank && sending.length > 0) || files.isAwaited,
    body: writing.new_article.body,
    setBody: (body: string) => edit(withBody(body)),
    /**
     * Sends the reply.
     * @param marksSolved true to close the request; the reply may then be empty.
     */
    send: (marksSolved: boolean) => {
      if (isBlank && (!marksSolved || sending.length > 0)) return
      files.whenUploaded(() => void latest.current(marksSolved))
    },
  }
}
