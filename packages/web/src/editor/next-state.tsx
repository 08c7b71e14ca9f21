import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Picker } from '../components/picker.tsx'
import { State, stateIcon } from '../components/state.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Choices, StateChoice } from '../ticket/choices.ts'
import { PendingTimeDialog } from '../ticket/pending-time-dialog.tsx'

/** The changes of a ticket when a message is sent. */
export interface NextState {
  readonly state_id?: number
  readonly pending_time?: string
}

interface NextStateProps {
  choices: Choices
  /** The id of the ticket's state. */
  current: number
  value: NextState
  onChange: (next: NextState) => void
}

/** Chooses the state that the ticket has after sending: "then open". */
export function NextStatePicker({ choices, current, value, onChange }: NextStateProps) {
  const t = useMessages()
  const [pending, setPending] = useState<StateChoice>()
  const states = choices.states.filter(({ id, isChoosable }) => isChoosable || id === current)
  const chosen = states.find(({ id }) => id === (value.state_id ?? current))
  const choose = (state: StateChoice | undefined) => {
    if (state?.type.startsWith('pending')) setPending(state)
    else if (state) onChange({ state_id: state.id })
  }
  if (!chosen) return null
  return (
    <>
      <Picker
        label={t('editor.nextState')}
        align="end"
        options={states.map(({ id, name, type }) => ({ id, name, mark: <Icon name={stateIcon(type)} /> }))}
        chosen={[chosen.id]}
        onChoose={(option) => choose(states.find(({ id }) => id === option.id))}
        button={
          <Button isSmall look="quiet">
            <span className="for-readers">{t('editor.nextState')}:</span> {t('editor.then')}{' '}
            <State type={chosen.type}>{chosen.name}</State>
            <Icon name="down" />
          </Button>
        }
      />
      {pending && (
        <PendingTimeDialog
          state={pending.name}
          time={value.pending_time ?? null}
          onClose={() => setPending(undefined)}
          onChoose={(pending_time) => onChange({ state_id: pending.id, pending_time })}
        />
      )}
    </>
  )
}
