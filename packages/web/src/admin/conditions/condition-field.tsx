import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { useId } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { FieldHelp } from '../../components/field.tsx'
import { useSession } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Attribute, attributesOf } from './attributes.ts'
import { ComparisonRow } from './comparison-row.tsx'
import {
  type Comparison,
  isComplete,
  isJoined,
  type ConditionGroup,
  logicalOperators,
  type Part,
  readCondition,
  writeCondition,
} from './condition.ts'
import { MatchingTickets } from './matching-tickets.tsx'
import { useFocusOnAdded } from '../fields/use-focus-on-added.ts'
import { useTicketFields } from './use-ticket-fields.ts'
import './condition.css'

/** A form for a condition of tickets, with the number of tickets that match it now. */
export const ConditionField = (props: EditorProps) => <Builder {...props} hasChanges={false} />

/** A form for the condition of a trigger, which may refer to the change itself. */
export const TriggerConditionField = (props: EditorProps) => <Builder {...props} hasChanges />

function Builder({ label, help, error, value, onChange, hasChanges }: EditorProps & { hasChanges: boolean }) {
  const id = useId()
  const { may } = useSession()
  const joined = readCondition(value)
  const attributes = attributesOf(useTicketFields(), hasChanges)
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <JoinedParts
        onChange={(next) => onChange(writeCondition(next))}
        {...{ joined, attributes, hasChanges }}
        depth={1}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
      {may('ticket.agent') && <MatchingTickets condition={isComplete(joined) ? (value ?? {}) : undefined} />}
    </fieldset>
  )
}

interface JoinedPartsProps {
  joined: ConditionGroup
  onChange: (joined: ConditionGroup) => void
  attributes: readonly Attribute[]
  hasChanges: boolean
  depth: number
}

/** Maximum depth of nested conditions in the form; the service allows more. */
const MAX_DEPTH = 3

function JoinedParts({ joined, onChange, attributes, hasChanges, depth }: JoinedPartsProps) {
  const a = useAdminTexts()
  const { operator, conditions } = joined
  const list = useFocusOnAdded(conditions.length)
  const replace = (at: number, parts: readonly Part[]) =>
    onChange({ operator, conditions: [...conditions.slice(0, at), ...parts, ...conditions.slice(at + 1)] })
  const add = (part: Part) => onChange({ operator, conditions: [...conditions, part] })
  return (
    <div className="condition">
      {(conditions.length > 1 || depth > 1 || operator !== 'AND') && (
        <Select
          className="condition-joint"
          label={a('condition_joint')}
          value={operator}
          onChange={(chosen) => onChange({ operator: chosen as ConditionGroup['operator'], conditions })}
        >
          <Options of={logicalOperators.map((one) => [one, a(`joint_${one}`)])} />
        </Select>
      )}
      <ul ref={list}>
        {conditions.map((part, at) => (
          // Parts have no ids, and are never sorted.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <OnePart {...{ part, attributes, hasChanges, depth }} onChange={(next) => replace(at, [next])} />
            <IconButton icon="close" isSmall label={a('remove_part')} onClick={() => replace(at, [])} />
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

interface OnePartProps extends Pick<JoinedPartsProps, 'attributes' | 'hasChanges' | 'depth'> {
  part: Part
  onChange: (part: Part) => void
}

/** A comparison, or a nested condition. */
const OnePart = ({ part, depth, onChange, ...rest }: OnePartProps) =>
  isJoined(part) ? (
    <JoinedParts {...rest} joined={part} depth={depth + 1} onChange={onChange} />
  ) : (
    <ComparisonRow {...rest} comparison={part} onChange={onChange} />
  )

const stateComparison: Comparison = { name: 'ticket.state_id', operator: 'is', value: [] }
