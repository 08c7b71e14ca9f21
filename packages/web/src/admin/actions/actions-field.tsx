import { FieldGroup } from '../../components/field-group.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { useLabel } from '../conditions/texts.ts'
import { useTicketFields } from '../conditions/use-ticket-fields.ts'
import { useFocusOnAdded } from '../fields/use-focus-on-added.ts'
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

/** A list of actions, each of which changes one part of a ticket. Unknown actions are shown and kept. */
function ActionsField({ label, help, error, value, onChange, use }: EditorProps & { use: ActionUse }) {
  const a = useAdminTexts()
  const labelOf = useLabel()
  const stored = (value ?? {}) as Stored
  const offered = actionsFor(use, useTicketFields())
  const available = offered.filter(({ name }) => !(name in stored))
  const list = useFocusOnAdded(Object.keys(stored).length)
  const without = (name: string) => Object.fromEntries(Object.entries(stored).filter(([other]) => other !== name))
  return (
    <FieldGroup {...{ label, help, error }}>
      <div className="condition">
        <ul ref={list}>
          {Object.entries(stored).map(([name, actionValue]) => (
            <li key={name}>
              <ActionRow
                name={name}
                action={offered.find((action) => action.name === name)}
                value={actionValue}
                onChange={(next) => onChange({ ...stored, [name]: next })}
              />
              <IconButton icon="close" isSmall label={a('remove_part')} onClick={() => onChange(without(name))} />
            </li>
          ))}
        </ul>
        {/* A menu, because a select chooses an option with each key: the first key would add an action. */}
        <Menu
          button={
            <Button isSmall icon="plus">
              {a('add_action')}
            </Button>
          }
        >
          {available.map((action) => (
            <MenuItem key={action.name} onChoose={() => onChange({ ...stored, [action.name]: action.initial })}>
              {labelOf(action.label)}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </FieldGroup>
  )
}

interface ActionRowProps {
  name: string
  /** Undefined for an unknown action. */
  action: Action | undefined
  value: ActionValue
  onChange: (value: ActionValue) => void
}

function ActionRow({ name, action, value, onChange }: ActionRowProps) {
  const labelOf = useLabel()
  if (!action) return <code className="unknown-part">{`${name}: ${JSON.stringify(value)}`}</code>
  return (
    <div className="comparison">
      <b>{labelOf(action.label)}</b>
      <ActionValueField action={action} label={labelOf(action.label)} value={value} onChange={onChange} />
    </div>
  )
}
