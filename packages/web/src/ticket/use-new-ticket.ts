import type { TicketRecord } from '@deskbell/client'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { announce } from '../components/announcer.tsx'
import type { Option } from '../components/option-list.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useEdit } from '../editor/use-edit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { isEmpty } from '../state/draft-types.ts'
import { useDraft } from '../state/drafts.ts'
import { type SendResult, sendDraft } from '../state/send-draft.ts'
import { useUser } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { useRefused } from '../state/use-refused.ts'
import type { Choices } from './choices.ts'
import { customerSource } from './customers.ts'
import {
  type InitialContent,
  type FirstMessageType,
  type NewTicketValues,
  newContent,
  requestOf,
} from './new-ticket-data.ts'
import { fillFrom, type Template } from './template.ts'

/** A reference to the form element. */
export type FormRef = RefObject<HTMLFormElement | null>

/** True for required fields without a value. */
export type Missing = Readonly<Record<'customer' | 'group' | 'title' | 'body', boolean>>

const noneMissing: Missing = { customer: false, group: false, title: false, body: false }

/** The state of the form for a new ticket. */
export type NewTicketState = ReturnType<typeof useNewTicket>

/** The state of the form, and its submission. Missing fields are marked after the first attempt. */
export function useNewTicket(
  { content: initialContent, name, sourceId }: InitialContent,
  choices: Choices,
  form: FormRef,
) {
  const [initial, setInitial] = useState(initialContent)
  const { keeper, state } = useDraft({ userId: useUser().id, ticketId: null, kind: 'new_ticket', name })
  const content = state.draft?.writing ?? initial
  const edit = useEdit(keeper, initial)
  const values: NewTicketValues = { ...defaultsOf(choices), ...content.ticket_attributes }
  const [chosenCustomer, setChosenCustomer] = useState<Option>()
  const loadedCustomer = useLive(client.live(customerSource(values.customer_id))).value
  const customer = chosenCustomer?.id === values.customer_id ? chosenCustomer : loadedCustomer
  const [isChecked, setChecked] = useState(false)
  const missing = missingIn(values, isEmpty(content))
  const finish = useFinish()
  const submit = useSubmit(async () => {
    setChecked(true)
    if (focusUnknown(form)) return undefined
    if (Object.values(missing).some(Boolean)) return focusEmpty(form, missing)
    // Uploads that have just ended are in the draft, but not in the last render.
    const current = keeper.snapshot().draft?.writing ?? initial
    const sent = await sendDraft(keeper, current, requestOf(values, current, customer, sourceId))
    // Without a connection, the form stays open for the next ticket.
    if (sent.isWaiting) setInitial(newContent({}))
    return finish(sent)
  })
  const set = (change: Partial<NewTicketValues>) =>
    edit((current) => ({ ...current, ticket_attributes: { ...current.ticket_attributes, ...change } }))
  return {
    keeper,
    state,
    initial,
    content,
    values,
    customer,
    submit,
    edit,
    missing: isChecked ? missing : noneMissing,
    refusal: useRefused(keeper),
    set,
    setCustomer: (option: Option) => {
      setChosenCustomer(option)
      set({ customer_id: option.id })
    },
    setType: (type: FirstMessageType) =>
      edit((current) => ({ ...current, new_article: { ...current.new_article, type, internal: type === 'note' } })),
    fill: (template: Template) => edit((current) => fillFrom(template, current, new Date())),
  }
}

/** Returns a function that opens the created ticket, or an empty form if the ticket waits for the connection. */
function useFinish() {
  const t = useMessages()
  const navigate = useNavigate()
  return (sent: SendResult) => {
    if (sent.isWaiting) return navigate({ to: '/tickets/new' })
    const { number } = sent.response as TicketRecord
    announce(t('newTicket.made', { number }))
    return navigate({ to: '/tickets/$number', params: { number } })
  }
}

/** The default values: the first active state of the type `open`, and the group if there is only one. */
function defaultsOf({ groups, states }: Choices): NewTicketValues {
  const state_id = states.find(({ type, isChoosable }) => type === 'open' && isChoosable)?.id
  return groups.length === 1 ? { state_id, group_id: groups[0]?.id } : { state_id }
}

const missingIn = ({ customer_id, group_id, title = '' }: NewTicketValues, isBlank: boolean): Missing => ({
  customer: customer_id === undefined,
  group: group_id === undefined,
  title: title.trim() === '',
  body: isBlank,
})

/** Focuses the first field with a text that matches no option. Returns false if there is none. */
function focusUnknown(form: FormRef): boolean {
  const field = form.current?.querySelector<HTMLElement>('[data-unknown]')
  field?.focus()
  return field != null
}

/** Focuses the first field without a value, in display order. */
function focusEmpty(form: FormRef, { customer, group, title }: Missing): void {
  const index = [customer, group, title].indexOf(true)
  const text = form.current?.parentElement?.querySelector<HTMLElement>('.composer [role=textbox]')
  const field = form.current?.querySelectorAll('input')[index] ?? text
  field?.focus()
}
