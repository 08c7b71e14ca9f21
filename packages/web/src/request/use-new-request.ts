import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { announce } from '../components/announcer.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useEdit } from '../editor/use-edit.ts'
import { useFiles } from '../editor/use-files.ts'
import { useMessages } from '../messages/messages.tsx'
import type { LocalDraft } from '../state/draft-types.ts'
import { discardDraft, useDraft } from '../state/drafts.ts'
import { type SendResult, sendDraft } from '../state/send-draft.ts'
import { useUser } from '../state/session.tsx'
import { useRefused } from '../state/use-refused.ts'
import { loadOfferedGroups } from './offered-groups.ts'
import type { RequestRecord } from './request-types.ts'
import { draftNameOf, initialWriting, messageOf, withBody } from './writing.ts'

/** The values of a new request, by the names of `POST tickets`. The draft stores them. */
export interface RequestValues {
  readonly title?: string
  readonly group_id?: number | undefined
  readonly [customField: string]: unknown
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The unsent reply to a request that was closed meanwhile, for a new request about it. */
    reply?: LocalDraft
  }
}

/** The state of the form for a new request. */
export type NewRequestState = ReturnType<typeof useNewRequest>

/** The state of the form, and its submission. Missing fields are marked after the first attempt. */
export function useNewRequest(firstGroup: number | undefined, form: RefObject<HTMLFormElement | null>) {
  const t = useMessages()
  const finish = useFinish()
  const { about } = useSearch({ strict: false })
  const { reply } = useLocation().state
  const identity = { userId: useUser().id, ticketId: null, kind: 'new_ticket', name: draftNameOf(about) } as const
  const { keeper, state } = useDraft(identity)
  usePreload()
  const [initial] = useState(() => {
    const text = about === undefined ? '' : `${t('request.about', { number: about })}\n\n`
    return reply ? withBody(text + reply.writing.new_article.body)(reply.writing) : initialWriting(text)
  })
  const writing = state.draft?.writing ?? initial
  const edit = useEdit(keeper, initial)
  const files = useFiles(writing, edit)
  const values: RequestValues = { group_id: firstGroup, ...writing.ticket_attributes }
  const { body } = writing.new_article
  const [isChecked, setChecked] = useState(false)
  const submit = useSubmit(async () => {
    setChecked(true)
    const emptyField = emptyFieldOf(values, body)
    if (emptyField) return form.current?.querySelector<HTMLElement>(emptyField)?.focus()
    // The groups may not be loaded yet.
    const group_id = values.group_id ?? (await loadOfferedGroups())[0]?.id
    // The form says that there is none.
    if (group_id === undefined) return undefined
    // Uploads that have just ended are in the draft, but not in the last render.
    const current = keeper.snapshot().draft?.writing ?? initial
    const json = { ...values, group_id, article: messageOf(current) }
    const sent = await sendDraft(keeper, current, { method: 'POST', path: 'tickets?fields=id,number', json })
    if (reply) await discardDraft(reply)
    return finish(sent)
  })
  return {
    keeper,
    state,
    values,
    body,
    files,
    submit,
    refusal: useRefused(keeper),
    missing: { title: isChecked && isBlank(values.title), body: isChecked && isBlank(body) },
    set: (change: RequestValues) =>
      edit((current) => ({ ...current, ticket_attributes: { ...current.ticket_attributes, ...change } })),
    setBody: (text: string) => edit(withBody(text)),
    discard: () => {
      void keeper.discard()
      toasts.show({ icon: 'check', text: t('request.discarded'), onUndo: () => edit(() => writing) })
    },
  }
}

const isBlank = (text = '') => text.trim() === ''

/** Returns the CSS selector of the first field without a value. */
const emptyFieldOf = ({ title }: RequestValues, body: string) =>
  isBlank(title) ? 'input' : isBlank(body) ? 'textarea' : undefined

/** Loads the code of the next screen, which may be opened without a connection. */
function usePreload() {
  const router = useRouter()
  useEffect(() => void router.preloadRoute({ to: '/requests' }), [router])
}

/** Returns a function that leaves the form after sending. */
function useFinish() {
  const t = useMessages()
  const navigate = useNavigate()
  return (sent: SendResult) => {
    // The list shows waiting requests.
    if (sent.isWaiting) return navigate({ to: '/requests' })
    announce(t('request.requestSent'))
    return navigate({ to: '/requests/$number', params: { number: (sent.response as RequestRecord).number } })
  }
}
