import { noOwner } from '@deskbell/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Combobox } from '../components/combobox.tsx'
import { LoadError } from '../components/load-error.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { TextField } from '../components/field.tsx'
import { Key } from '../components/key.tsx'
import { Notice } from '../components/notice.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { Picker } from '../components/picker.tsx'
import { Segments } from '../components/segments.tsx'
import { toasts } from '../components/toasts.ts'
import { Composer } from '../editor/composer.tsx'
import { SaveStatus } from '../editor/save-status.tsx'
import { MailNotice } from '../editor/mail-notice.tsx'
import { OtherDraft } from '../editor/other-draft.tsx'
import { WaitingDrafts } from '../editor/waiting-drafts.tsx'
import type { Files } from '../editor/use-files.ts'
import '../editor/editor.css'
import '../editor/message-text.css'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession, useUser } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { type Choices, useChoices } from './choices.ts'
import { findCustomers, newCustomer } from './customers.ts'
import {
  type InitialContent,
  initialContentSource,
  type FirstMessageType,
  parametersOfDraftName,
  templatesSource,
} from './new-ticket-data.ts'
import { NewTicketPanel } from './new-ticket-panel.tsx'
import type { Template } from './template.ts'
import { type FormRef, type NewTicketState, useNewTicket } from './use-new-ticket.ts'
import './new-ticket.css'

/** The screen with which an agent creates a ticket. */
export function NewTicket() {
  const t = useMessages()
  const search = useSearch({ from: '/signed-in/agent/tickets/new' })
  const view = client.live(initialContentSource(search))
  const { value, error } = useLive(view)
  if (value) return <Form key={JSON.stringify(search)} initialContent={value} />
  return (
    <>
      <PageBar title={t('newTicket.title')} />
      {error !== undefined && (
        <LoadError title={t('newTicket.failed')} error={error} onRetry={() => void view.refresh()} />
      )}
    </>
  )
}

function Form({ initialContent }: { initialContent: InitialContent }) {
  const t = useMessages()
  const user = useUser()
  const { config } = useSession()
  const choices = useChoices()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const ticket = useNewTicket(initialContent, choices, form)
  const { keeper, state, initial, missing, submit } = ticket
  const send = (files: Files) => files.whenUploaded(() => form.current?.requestSubmit())
  return (
    <>
      <PageBar title={t('newTicket.title')}>
        <TemplateMenu ticket={ticket} />
      </PageBar>
      <div className="new-ticket">
        <div className="new-ticket-main">
          {ticket.refusal !== undefined && (
            <Notice kind="error">{t('editor.refused', { reason: ticket.refusal })}</Notice>
          )}
          <WaitingDrafts
            onEdit={(name) => void navigate({ to: '/tickets/new', search: parametersOfDraftName(name) })}
          />
          <OtherDraft keeper={keeper} state={state} />
          <Fields {...{ form, choices, ticket }} />
          <Composer
            {...{ keeper, state, initial }}
            autoFocus={false}
            placeholderValues={() => ({ user, config })}
            top={
              <>
                <ComposerTop ticket={ticket} />
                {ticket.content.new_article.type === 'email' && <MailNotice groupId={ticket.values.group_id} />}
              </>
            }
            foot={(_, __, files) => (
              <>
                <span className="spacer" />
                <Button isSmall look="primary" isBusy={submit.isBusy || files.isAwaited} onClick={() => send(files)}>
                  {t('newTicket.make')} <Key keys="Ctrl Enter" />
                </Button>
              </>
            )}
            onKey={(event, files) => {
              if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return false
              event.preventDefault()
              send(files)
              return true
            }}
          />
          {missing.body && <Notice kind="error">{t('newTicket.bodyMissing')}</Notice>}
        </div>
        <NewTicketPanel choices={choices} values={ticket.values} set={ticket.set} />
      </div>
    </>
  )
}

interface FieldsProps {
  form: FormRef
  choices: Choices
  ticket: NewTicketState
}

/** Customer, group and title. */
function Fields({ form, choices, ticket }: FieldsProps) {
  const t = useMessages()
  const { values, set, missing, customer } = ticket
  const { failure, errorOf, onSubmit } = ticket.submit
  const groups = choices.groups.map(({ id, name }) => ({ id, name }))
  return (
    <form ref={form} className="new-ticket-fields" noValidate onSubmit={onSubmit}>
      {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
      <Combobox
        label={t('ticket.customer')}
        autoFocus
        isRequired
        source={findCustomers}
        value={customer}
        help={customer?.help}
        placeholder={t('newTicket.findCustomer')}
        error={missing.customer ? t('newTicket.customerMissing') : errorOf('customer_id')}
        onChoose={ticket.setCustomer}
        createsAfterSearch
        labelForNew={(typed) => t('newTicket.makeCustomer', { name: typed })}
        onCreate={(typed) => ticket.setCustomer(newCustomer(typed))}
      />
      <Combobox
        label={t('ticket.group')}
        isRequired
        source={groups}
        value={groups.find(({ id }) => id === values.group_id)}
        error={missing.group ? t('newTicket.groupMissing') : errorOf('group_id')}
        onChoose={({ id }) => set({ group_id: Number(id), owner_id: noOwner })}
      />
      <TextField
        label={t('ticket.title')}
        dir="auto"
        maxLength={250}
        required
        value={values.title ?? ''}
        error={missing.title ? t('newTicket.titleMissing') : errorOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
    </form>
  )
}

/** The type of the first message, and the state of the draft. */
function ComposerTop({ ticket: { keeper, state, content, edit, setType } }: { ticket: NewTicketState }) {
  const t = useMessages()
  const discard = () => {
    void keeper.discard()
    toasts.show({ icon: 'check', text: t('newTicket.discarded'), onUndo: () => edit(() => content) })
  }
  return (
    <div className="composer-top">
      <Segments
        label={t('editor.kind')}
        segments={[
          { id: 'phone', name: t('editor.phone'), icon: 'phone' },
          { id: 'email', name: t('newTicket.email'), icon: 'mail' },
          { id: 'note', name: t('editor.note'), icon: 'lock' },
        ]}
        value={content.new_article.type as FirstMessageType}
        onChange={setType}
      />
      <span className="spacer" />
      <SaveStatus state={state} />
      {state.draft && <IconButton isSmall icon="close" label={t('newTicket.discard')} onClick={discard} />}
    </div>
  )
}

/** Fills in the form from a template. The replaced values can be restored. */
function TemplateMenu({ ticket: { content, edit, fill } }: { ticket: NewTicketState }) {
  const t = useMessages()
  const templates = useLive(client.live(templatesSource)).value ?? []
  if (templates.length === 0) return null
  const choose = (template: Template) => {
    fill(template)
    const text = t('newTicket.filledFrom', { name: template.name })
    toasts.show({ icon: 'check', text, onUndo: () => edit(() => content) })
  }
  return (
    <Picker
      align="end"
      label={t('newTicket.template')}
      options={templates.map(({ id, name }) => ({ id, name }))}
      chosen={[]}
      onChoose={({ id }) => {
        const chosen = templates.find((template) => template.id === id)
        if (chosen) choose(chosen)
      }}
      button={<Button icon="note">{t('newTicket.template')}</Button>}
    />
  )
}
