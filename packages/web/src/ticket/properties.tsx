import type { ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { Key } from '../components/key.tsx'
import type { Option } from '../components/option-list.tsx'
import { Picker } from '../components/picker.tsx'
import { Priority, urgencyOf } from '../components/priority.tsx'
import { State } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { type Choices, stateAndPriorityOf, useChoices } from './choices.ts'
import { CustomFields } from './custom-fields.tsx'
import type { PropertyName } from './open-parts.ts'
import { usePropertyOptions } from './property-options.tsx'
import { PendingTimeDialog } from './pending-time-dialog.tsx'
import { PropertyRow } from './property-row.tsx'
import { rightsOf } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import type { Values } from '../state/save-unless-changed.ts'
import { useChange } from './use-change.ts'
import { useState } from 'react'

interface PropertiesProps {
  ticket: Ticket
  /** The property whose list is open. */
  open: PropertyName | undefined
  setOpen: (property: PropertyName | undefined) => void
}

/** The properties of a ticket, editable in place. */
export function Properties({ ticket, open, setOpen }: PropertiesProps) {
  const choices = useChoices()
  const options = usePropertyOptions(ticket)
  const rows = { ticket, open, setOpen }
  return (
    <section>
      <dl className="properties">
        <StateRow {...rows} choices={choices} options={options.state} />
        <PriorityRow {...rows} choices={choices} options={options.priority} />
        <OwnerRow {...rows} options={options.owner} />
        <GroupRow {...rows} options={options.group} />
        <CustomFields ticket={ticket} />
      </dl>
    </section>
  )
}

type RowProps = PropertiesProps & { options: readonly Option[] }
type ChoiceRowProps = RowProps & { choices: Choices }

function StateRow({ ticket, choices, options, ...rest }: ChoiceRowProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const [pendingState, setPendingState] = useState<number>()
  const { record } = ticket
  const { state } = stateAndPriorityOf(choices, record)
  const pending = record.pending_time
  const isPending = (id: number) =>
    choices.states.find((choice) => choice.id === id)?.type.startsWith('pending') ?? false
  const nameOfState = (values: Values) => choices.states.find(({ id }) => id === values['state_id'])?.name ?? ''
  const change = usePropertyChange(ticket, 'state', nameOfState, rest.open === 'state' || pendingState !== undefined)
  const name = state?.name ?? ''
  const shown =
    pending && isPending(record.state_id)
      ? t('ticket.pendingUntil', { state: name, time: formats.dayAndTime(new Date(pending), now) })
      : name
  return (
    <>
      <PickerRow
        {...{ ticket, change, options, ...rest }}
        property="state"
        chosen={record.state_id}
        valueOf={nameOfState}
        textValue={shown}
        onChoose={({ id }) =>
          isPending(id as number) ? setPendingState(id as number) : void change.save({ state_id: id })
        }
      >
        <State type={state?.type ?? 'open'}>{shown}</State>
      </PickerRow>
      {pendingState !== undefined && (
        <PendingTimeDialog
          state={nameOfState({ state_id: pendingState })}
          time={record.pending_time}
          onClose={() => setPendingState(undefined)}
          onChoose={(pending_time) => void change.save({ state_id: pendingState, pending_time })}
        />
      )}
    </>
  )
}

function PriorityRow({ ticket, choices, options, ...rest }: ChoiceRowProps) {
  const valueOf = (values: Values) => options.find(({ id }) => id === values['priority_id'])?.name ?? ''
  const change = usePropertyChange(ticket, 'priority', valueOf, rest.open === 'priority')
  const { priority } = stateAndPriorityOf(choices, ticket.record)
  return (
    <PickerRow
      {...{ ticket, change, options, valueOf, ...rest }}
      property="priority"
      chosen={ticket.record.priority_id}
      textValue={priority?.name ?? ''}
      onChoose={({ id }) => void change.save({ priority_id: id })}
    >
      <span>{priority && <Priority urgency={urgencyOf(priority)} name={priority.name} />}</span>
    </PickerRow>
  )
}

function OwnerRow({ ticket, options, ...rest }: RowProps) {
  const t = useMessages()
  const { owner } = ticket
  const valueOf = (values: Values) => options.find(({ id }) => id === values['owner_id'])?.name ?? ''
  const change = usePropertyChange(ticket, 'owner', valueOf, rest.open === 'owner')
  return (
    <PickerRow
      {...{ ticket, change, options, valueOf, ...rest }}
      property="owner"
      chosen={ticket.record.owner_id}
      textValue={owner ? nameOf(owner) : t('ticket.nobody')}
      onChoose={({ id }) => void change.save({ owner_id: id })}
    >
      <Avatar person={owner} isAgent size="small" />
      <span className={owner ? undefined : 'is-muted'}>
        <bdi>{owner ? nameOf(owner) : t('ticket.nobody')}</bdi>
      </span>
    </PickerRow>
  )
}

function GroupRow({ ticket, options, ...rest }: RowProps) {
  const valueOf = (values: Values) => options.find(({ id }) => id === values['group_id'])?.name ?? ''
  const change = usePropertyChange(ticket, 'group', valueOf, rest.open === 'group')
  const name = ticket.group?.name ?? ''
  return (
    <PickerRow
      {...{ ticket, change, options, valueOf, ...rest }}
      property="group"
      chosen={ticket.record.group_id}
      textValue={name}
      onChoose={({ id }) => void change.save({ group_id: id })}
    >
      <span>
        <bdi>{name}</bdi>
      </span>
    </PickerRow>
  )
}

/** Changes a property, and announces its new value. */
function usePropertyChange(
  ticket: Ticket,
  property: PropertyName,
  valueOf: (values: Values) => string,
  isEditing: boolean,
) {
  const t = useMessages()
  const toastText = (values: Values) => t('ticket.isNow', { name: t(`ticket.${property}`), value: valueOf(values) })
  const names = property === 'state' ? ['state_id', 'pending_time'] : [`${property}_id`]
  return useChange(ticket, { names, isEditing, toastText })
}

const keys = { state: 'S', priority: 'P', owner: 'A', group: 'G' } as const

interface PickerRowProps extends PropertiesProps {
  property: PropertyName
  change: ReturnType<typeof useChange>
  options: readonly Option[]
  chosen: number
  /** The value as text, for screen readers. */
  textValue: string
  valueOf: (values: Values) => ReactNode
  onChoose: (option: Option) => void
  children: ReactNode
}

function PickerRow({ ticket, property, change, options, chosen, textValue, open, setOpen, ...rest }: PickerRowProps) {
  const t = useMessages()
  const { mayChange } = rightsOf(useSession(), ticket)
  const name = t(`ticket.${property}`)
  return (
    <PropertyRow name={name} change={change} valueOf={rest.valueOf}>
      {mayChange ? (
        <Picker
          label={name}
          options={options}
          chosen={[chosen]}
          onChoose={rest.onChoose}
          isOpen={open === property}
          onOpenChange={(isOpen) => setOpen(isOpen ? property : undefined)}
          button={
            <button
              type="button"
              className="property"
              aria-label={t('ticket.property', { name, value: textValue })}
              aria-keyshortcuts={keys[property]}
            >
              {rest.children}
              <Key keys={keys[property]} />
            </button>
          }
        />
      ) : (
        <span className="property is-fixed">{rest.children}</span>
      )}
    </PropertyRow>
  )
}
