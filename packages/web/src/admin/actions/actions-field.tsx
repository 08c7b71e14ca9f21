import { FieldGroup } from '../../components/field-group.tsx'
import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { IconButton } from '../../components/button.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { useLabel } from '../conditions/texts.ts'
import { useTicketFields } from '../conditions/use-ticket-fields.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Action, type ActionUse, actionsFor, type ActionValue } from './actions.ts'
import { ActionValueField } from './action-value.tsx'
import '../conditions/condition.css'

/** The actions of a macro. */
export const MacroActions = (props: EditorProps) => <ActionsField {...props} use="macro" />
/** The actions of a trigger or a job. */
export const RuleActions = (props: EditorProps) => <ActionsField {...props} use="rule" />
/** The values that a template fills in. */
export const TemplateValues = (props: EditorProps) => <ActionsField {...props} use="template" />

type Stored = Readonly<Record<string, ActionValue>>

/** A list of actions; each changes one part of a ticket. Unknown actions are shown and kept. */
function ActionsField({ label, help, wrong, value, onChange, use }: EditorProps & { use: ActionUse }) {
  const a = useAdminTexts()
  const labelOf = useLabel()
  const stored = (value ?? {}) as Stored
  const offered = actionsFor(use, useTicketFields())
  const left = offered.filter(({ name }) => !(name in stored))
  const without = (name: string) => Object.fromEntries(Object.entries(stored).filter(([other]) => other !== name))
  return (
    <FieldGroup {...{ label, help, wrong }}>
      <div className="condition">
        <ul>
          {Object.entries(stored).map(([name, one]) => (
            <li key={name}>
              <OneAction
                name={name}
                action={offered.find((known) => known.name === name)}
                value={one}
                onChange={(next) => onChange({ ...stored, [name]: next })}
              />
              <IconButton icon="close" isSmall label={a('remove_part')} onClick={() => onChange(without(name))} />
            </li>
          ))}
        </ul>
        <Select
          label={a('add_action')}
          value=""
          onChange={(chosen) => {
            const added = left.find(({ name }) => name === chosen)
            if (added) onChange({ ...stored, [added.name]: added.first })
          }}
        >
          <option value="">{a('add_action')}</option>
          <Options of={left.map((one) => [one.name, labelOf(one.label)])} />
        </Select>
      </div>
    </FieldGroup>
  )
}

interface OneActionProps {
  name: string
  /** Undefined for an unknown action. */
  action: Action | undefined
  value: ActionValue
  onChange: (value: ActionValue) => void
}

function OneAction({ name, action, value, onChange }: OneActionProps) {
  const labelOf = useLabel()
  if (!action) return <code className="unknown-part">{`${name}: ${JSON.stringify(value)}`}</code>
  return (
    <div className="comparison">
      <b>{labelOf(action.label)}</b>
      <ActionValueField action={action} label={labelOf(action.label)} value={value} onChange={onChange} />
    </div>
  )
}
