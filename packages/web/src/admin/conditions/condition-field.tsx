import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { useId } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import {
  type Comparison,
  type ConditionGroup,
  isGroup,
  logicalOperators,
  type Part,
  readCondition,
  writeCondition,
} from '../../components/condition.ts'
import { FieldHelp, helpIdOf } from '../../components/field.tsx'
import { useSession } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Attribute, attributesOf } from './attributes.ts'
import { ComparisonRow } from './comparison-row.tsx'
import { isComplete } from './condition.ts'
import { MatchingTickets } from './matching-tickets.tsx'
import { useFocusOnAdded } from '../fields/use-focus-on-added.ts'
import { useTicketFields } from './use-ticket-fields.ts'
import './condition.css'

/** A form for a condition of tickets. Agents also see the number of tickets that match it now. */
export const ConditionField = (props: EditorProps) => <ConditionBuilder {...props} hasChanges={false} />

/** A form for the condition of a trigger, which may refer to the change itself. */
export const TriggerConditionField = (props: EditorProps) => <ConditionBuilder {...props} hasChanges />

function ConditionBuilder({ label, help, error, value, onChange, hasChanges }: EditorProps & { hasChanges: boolean }) {
  const id = useId()
  const { may } = useSession()
  const group = readCondition(value)
  const attributes = attributesOf(useTicketFields(), hasChanges)
  return (
    <fieldset className="field" aria-describedby={helpIdOf(id, { help, error })}>
      <legend className="field-label">{label}</legend>
      <GroupField
        onChange={(next) => onChange(writeCondition(next))}
        {...{ group, attributes, hasChanges }}
        depth={1}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
      {may('ticket.agent') && <MatchingTickets condition={isComplete(group) ? (value ?? {}) : undefined} />}
    </fieldset>
  )
}

interface GroupFieldProps {
  group: ConditionGroup
  onChange: (group: ConditionGroup) => void
  attributes: readonly Attribute[]
  hasChanges: boolean
  depth: number
}

/** Maximum depth of nested conditions in the form; the service allows more. */
const MAX_DEPTH = 3

function GroupField({ group, onChange, attributes, hasChanges, depth }: GroupFieldProps) {
  const a = useAdminTexts()
  const { operator, conditions } = group
  const list = useFocusOnAdded(conditions.length)
  const replace = (index: number, parts: readonly Part[]) =>
    onChange({ operator, conditions: [...conditions.slice(0, index), ...parts, ...conditions.slice(index + 1)] })
  const add = (part: Part) => onChange({ operator, conditions: [...conditions, part] })
  return (
    <div className="condition">
      {(conditions.length > 1 || depth > 1 || operator !== 'AND') && (
        <Select
          className="condition-operator"
          label={a('condition_operator')}
          value={operator}
          onChange={(chosen) => onChange({ operator: chosen as ConditionGroup['operator'], conditions })}
        >
          <Options of={logicalOperators.map((option) => [option, a(`condition_${option}`)])} />
        </Select>
      )}
      <ul ref={list}>
        {conditions.map((part, index) => (
          // Parts have no ids, and are never sorted.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>
            <PartField {...{ part, attributes, hasChanges, depth }} onChange={(next) => replace(index, [next])} />
            <IconButton icon="close" isSmall label={a('remove_part')} onClick={() => replace(index, [])} />
          </li>
        ))}
      </ul>
      <div className="condition-tools">
        <Button isSmall icon="plus" onClick={() => add(stateComparison)}>
          {a('add_condition')}
        </Button>
        {depth < MAX_DEPTH && conditions.length > 0 && (
          <Button isSmall look="quiet" onClick={() => add({ operator: 'OR', conditions: [stateComparison] })}>
            {a('add_group')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface PartFieldProps extends Pick<GroupFieldProps, 'attributes' | 'hasChanges' | 'depth'> {
  part: Part
  onChange: (part: Part) => void
}

/** A comparison, or a nested condition. */
const PartField = ({ part, depth, onChange, ...rest }: PartFieldProps) =>
  isGroup(part) ? (
    <GroupField {...rest} group={part} depth={depth + 1} onChange={onChange} />
  ) : (
    <ComparisonRow {...rest} comparison={part} onChange={onChange} />
  )

const stateComparison: Comparison = { name: 'ticket.state_id', operator: 'is', value: [] }
