import { noOwner } from '@deskbell/contract'
import { Fragment, type ReactNode, useState } from 'react'
import { CustomFieldValue } from '../components/custom-field.tsx'
import { ChipsField } from '../components/chips-field.tsx'
import type { Option } from '../components/option-list.tsx'
import { Picker } from '../components/picker.tsx'
import { stateIcon } from '../components/state.tsx'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { priorityOptions } from '../overview/options.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import type { Choices, StateChoice } from './choices.ts'
import { findTags } from './find-tags.ts'
import type { NewTicketValues } from './new-ticket-data.ts'
import { PendingTimeDialog } from './pending-time-dialog.tsx'
import '../components/properties.css'
import './side-panel.css'

interface PanelProps {
  choices: Choices
  values: NewTicketValues
  set: (change: Partial<NewTicketValues>) => void
}

/** The properties of a new ticket: owner, state, priority, custom fields, tags. */
export function NewTicketPanel({ choices, values, set }: PanelProps) {
  const t = useMessages()
  const { config } = useSession()
  const owners = values.group_id === undefined ? [] : choices.owners(values.group_id)
  const tags = values.tags?.split(',').filter(Boolean) ?? []
  const setTags = (next: readonly string[]) => set({ tags: [...new Set(next)].join(',') })
  const nobody = { id: noOwner, name: t('ticket.nobody') }
  return (
    <aside className="side-panel" aria-label={t('ticket.panel')}>
      <section>
        <dl className="properties">
          <ChoiceRow
            name={t('ticket.owner')}
            options={[...owners.map((owner) => ({ id: owner.id, name: nameOf(owner) })), nobody]}
            chosen={values.owner_id ?? nobody.id}
            onChoose={(owner_id) => set({ owner_id })}
          />
          <StateRow {...{ choices, values, set }} />
          <ChoiceRow
            name={t('ticket.priority')}
            options={priorityOptions(choices)}
            chosen={values.priority_id ?? choices.priorities.find((priority) => priority.default_create)?.id}
            onChoose={(priority_id) => set({ priority_id })}
          />
          <CustomRows values={values} set={set} />
        </dl>
      </section>
      <section>
        <ChipsField
          label={t('ticket.tags')}
          source={findTags}
          values={tags.map((tag) => ({ id: tag, name: tag }))}
          onChange={(chosen) => setTags(chosen.map(({ name }) => name))}
          {...(config['tag_new'] !== false && {
            labelForNew: (typed: string) => t('ticket.newTag', { name: typed }),
            onCreate: (typed: string) => setTags([...tags, typed]),
          })}
        />
      </section>
    </aside>
  )
}

/** The custom fields with an entry for new tickets in `screens`. `useCustomFields` also returns fields without one. */
const CustomRows = ({ values, set }: Omit<PanelProps, 'choices'>) =>
  useCustomFields('Ticket', 'create_middle')
    .filter(({ screens }) => screens['create_middle'])
    .map((field) => (
      <Fragment key={field.name}>
        <dt>{field.display}</dt>
        <dd>
          <CustomFieldValue
            field={field}
            value={values[field.name]}
            onChange={(value) => set({ [field.name]: value })}
          />
        </dd>
      </Fragment>
    ))

function StateRow({ choices, values, set }: PanelProps) {
  const t = useMessages()
  const [pending, setPending] = useState<StateChoice>()
  const states = choices.states.filter(({ isChoosable }) => isChoosable)
  const choose = (id: number) => {
    const state = states.find((choice) => choice.id === id)
    if (state?.type.startsWith('pending')) setPending(state)
    else set({ state_id: id, pending_time: undefined })
  }
  return (
    <>
      <ChoiceRow
        name={t('ticket.state')}
        options={states.map(({ id, name, type }) => ({ id, name, mark: <Icon name={stateIcon(type)} /> }))}
        chosen={values.state_id}
        onChoose={choose}
      />
      {pending && (
        <PendingTimeDialog
          state={pending.name}
          time={values.pending_time ?? null}
          onClose={() => setPending(undefined)}
          onChoose={(pending_time) => set({ state_id: pending.id, pending_time })}
        />
      )}
    </>
  )
}

interface ChoiceRowProps {
  name: string
  options: readonly Option[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

function ChoiceRow({ name, options, chosen, onChoose }: ChoiceRowProps): ReactNode {
  const t = useMessages()
  const value = options.find(({ id }) => id === chosen)
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Picker
          {...{ options }}
          label={name}
          chosen={chosen === undefined ? [] : [chosen]}
          onChoose={({ id }) => onChoose(Number(id))}
          button={
            <button
              type="button"
              className="property"
              aria-label={t('ticket.property', { name, value: value?.name ?? t('ticket.empty') })}
            >
              {value?.mark}
              <span>
                <bdi>{value?.name ?? t('ticket.empty')}</bdi>
              </span>
            </button>
          }
        />
      </dd>
    </>
  )
}
