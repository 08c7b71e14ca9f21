import { useRef, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { performAction, type Action } from './perform-action.ts'
import { ChecklistTemplates } from './checklist-templates.tsx'
import { rightsOf } from './rights.ts'
import type { Ticket, Todo } from './ticket-types.ts'
import { usePendingActions, WaitingActions } from './waiting-actions.tsx'

/** The checklist of a ticket. */
export function Checklist({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const session = useSession()
  const { mayChange } = rightsOf(session, ticket)
  const [isAdding, setAdding] = useState(false)
  const { todos } = ticket
  if (session.config['checklist'] === false || (todos.length === 0 && !mayChange)) return null
  return (
    <section>
      <h2>
        {t('ticket.checklist')}
        {todos.length > 0 && (
          <span className="number">
            {t('ticket.done', { done: todos.filter(({ checked }) => checked).length, count: todos.length })}
          </span>
        )}
      </h2>
      {todos.length > 0 && (
        <div>
          {todos.map((todo) => (
            <TodoLine key={todo.id} {...{ todo, ticket, mayChange }} />
          ))}
        </div>
      )}
      {isAdding ? (
        <AddTodo ticket={ticket} onClose={() => setAdding(false)} />
      ) : (
        mayChange && (
          <div>
            <Button isSmall look="quiet" icon="plus" onClick={() => setAdding(true)}>
              {t('ticket.add')}
            </Button>
            <ChecklistTemplates ticket={ticket} />
          </div>
        )
      )}
      <WaitingActions ticket={ticket} part="checklist" />
    </section>
  )
}

function TodoLine({ todo, ticket, mayChange }: { todo: Todo; ticket: Ticket; mayChange: boolean }) {
  const t = useMessages()
  const path = `checklist_items/${todo.id}`
  const write = (action: Pick<Action, 'method' | 'json' | 'text'>) =>
    void performAction(t, ticket, { ...action, path, part: 'checklist', name: todo.text })
  const check = (checked: boolean) =>
    write({ method: 'PUT', json: { checked }, text: checked ? 'action.checkTask' : 'action.uncheckTask' })
  const pending = usePendingActions(ticket, 'checklist').findLast(
    (action) => action.method === 'PUT' && action.path === path,
  )
  const { checked = todo.checked } = (pending?.json ?? {}) as Partial<Todo>
  return (
    <div className="todo">
      <Checkbox label={todo.text} isChecked={checked} onChange={(isChecked) => mayChange && check(isChecked)} />
      {mayChange && (
        <IconButton
          isSmall
          icon="close"
          label={t('components.remove', { name: todo.text })}
          onClick={() => write({ method: 'DELETE', text: 'action.removeTask' })}
        />
      )}
    </div>
  )
}

/** A field that adds tasks; submitting it empty closes it. */
function AddTodo({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    const text = field.current?.value.trim()
    if (!text) return onClose()
    if (field.current) field.current.value = ''
    void performAction(t, ticket, {
      method: 'POST',
      path: 'checklist_items/create_bulk',
      json: { ticket_id: ticket.id, items: [text] },
      part: 'checklist',
      text: 'action.addTask',
      name: text,
    })
  }
  return (
    <input
      ref={field}
      className="input"
      aria-label={t('ticket.newTodo')}
      placeholder={t('ticket.newTodo')}
      maxLength={500}
      dir="auto"
      // The user asked for the field.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onBlur={(event) => {
        if (event.target.value.trim() === '') onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') add()
        else onClose()
      }}
    />
  )
}
