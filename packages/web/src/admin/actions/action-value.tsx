import { Checkboxes } from '../../components/checkboxes.tsx'
import { DurationField } from '../conditions/duration-field.tsx'
import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { TextField } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { ChosenRecords } from '../fields/chosen-records.tsx'
import { FieldValue } from './field-value.tsx'
import { useOptions } from '../fields/use-options.ts'
import { htmlToText } from '../../components/html-to-text.ts'
import { textIn } from '../fields/text-in.ts'
import type { ActionValueProps } from './actions.ts'

/** The field for the value of an action. */
export function ActionValueField(props: ActionValueProps) {
  switch (props.action.kind) {
    case 'record':
      return <RecordValue {...props} name="value" />
    case 'webhook':
      return <RecordValue {...props} name="webhook_id" />
    case 'person':
      return <PersonValue {...props} />
    case 'tags':
      return <TagsValue {...props} />
    case 'duration':
      return <DurationValue {...props} />
    case 'html':
      return <ArticleTextValue {...props} />
    case 'mail':
      return <MailValue {...props} />
    case 'field':
      return <FieldValue {...props} />
    case 'delete':
      return null
    default:
      return <PlainValue {...props} />
  }
}

function RecordValue({ action, label, value, onChange, name }: ActionValueProps & { name: string }) {
  const a = useAdminTexts()
  // Actions of these kinds have `to`; the default is never used.
  const options = useOptions(action.to ?? 'ticket_state') ?? []
  const chosen = textIn(value[name])
  return (
    <Select label={label} value={chosen} onChange={(id) => onChange({ ...value, [name]: id })}>
      {chosen === '' && <option value="">{a('choose')}</option>}
      <Options
        of={options
          .filter(({ id, isActive }) => isActive || String(id) === chosen)
          .map((option) => [option.id, option.name])}
      />
    </Select>
  )
}

function PersonValue({ action, label, value, onChange }: ActionValueProps) {
  const a = useAdminTexts()
  const who = textIn(value['pre_condition']) || 'specific'
  const id = Number(value['value'])
  return (
    <>
      <Select label={a('who')} value={who} onChange={(chosen) => onChange({ pre_condition: chosen, value: '' })}>
        <option value="current_user.id">{a('who_actor')}</option>
        <option value="specific">{a('who_specific')}</option>
        {action.name === 'ticket.owner_id' && (
          <>
            <option value="not_set">{a('who_none')}</option>
            <option value="round_robin">{a('who_round_robin')}</option>
            <option value="least_busy">{a('who_least_busy')}</option>
          </>
        )}
      </Select>
      {who === 'specific' && (
        <ChosenRecords
          label={label}
          to="user"
          ids={id > 0 ? [id] : []}
          onChange={(ids) => onChange({ pre_condition: 'specific', value: ids.at(-1) ?? '' })}
        />
      )}
    </>
  )
}

function TagsValue({ label, value, onChange }: ActionValueProps) {
  const a = useAdminTexts()
  const names = Array.isArray(value['value']) ? value['value'].join(', ') : textIn(value['value'])
  return (
    <>
      <Select
        label={a('operator')}
        value={textIn(value['operator']) || 'add'}
        onChange={(chosen) => onChange({ ...value, operator: chosen })}
      >
        <option value="add">{a('tags_add')}</option>
        <option value="remove">{a('tags_remove')}</option>
      </Select>
      <input
        className="input"
        aria-label={label}
        placeholder={a('tags_separated')}
        dir="auto"
        value={names}
        onChange={({ target }) => onChange({ ...value, value: target.value })}
      />
    </>
  )
}

const DurationValue = ({ value, onChange }: ActionValueProps) => (
  <DurationField
    count={textIn(value['value'])}
    unit={textIn(value['range']) || 'day'}
    onCount={(count) => onChange({ ...value, operator: 'relative', value: count })}
    onUnit={(range) => onChange({ ...value, operator: 'relative', range })}
  />
)

const PlainValue = ({ label, value, onChange }: ActionValueProps) => (
  <input
    className="input"
    aria-label={label}
    dir="auto"
    value={textIn(value['value'])}
    onChange={({ target }) => onChange({ ...value, value: target.value })}
  />
)

/** The text of a note, or of the first message that a template provides. */
function ArticleTextValue({ action, label, value, onChange }: ActionValueProps) {
  const a = useAdminTexts()
  const key = action.name === 'article.note' ? 'body' : 'value'
  return (
    <>
      <textarea
        className="input"
        aria-label={label}
        dir="auto"
        value={htmlToText(textIn(value[key]))}
        onChange={({ target }) => onChange({ ...value, [key]: htmlOf(target.value) })}
      />
      {key === 'body' && (
        <Checkbox
          label={a('note_internal')}
          isChecked={textIn(value['internal']) !== 'false'}
          onChange={(isInternal) => onChange({ ...value, internal: String(isInternal) })}
        />
      )}
    </>
  )
}

const recipients = ['ticket_customer', 'ticket_owner', 'ticket_agents', 'article_last_sender'] as const

function MailValue({ value, onChange }: ActionValueProps) {
  const a = useAdminTexts()
  const stored = value['recipient']
  const chosen = (Array.isArray(stored) ? stored : [stored]).map(textIn).filter(Boolean)
  return (
    <>
      <Checkboxes
        choices={recipients.map((recipient) => ({ value: recipient as string, label: a(`to_${recipient}`) }))}
        chosen={chosen}
        onChange={(recipient) => onChange({ ...value, recipient })}
      />
      <TextField
        label={a('mail_subject')}
        dir="auto"
        value={textIn(value['subject'])}
        onChange={({ target }) => onChange({ ...value, subject: target.value })}
      />
      <TextArea
        label={a('mail_body')}
        help={a('placeholders_help')}
        value={htmlToText(textIn(value['body']))}
        onChange={({ target }) => onChange({ ...value, body: htmlOf(target.value) })}
      />
    </>
  )
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns a typed text as HTML. */
const htmlOf = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? character).replaceAll('\n', '<br>')
