import { Options } from '../../components/options.tsx'
import { type Field, idsKey, type Relation, type ResourceName, resources } from '@deskbell/contract'
import { lazy, Suspense } from 'react'
import { Checkbox, Switch } from '../../components/checkbox.tsx'
import { TextField } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { ManyField } from '../fields/many-field.tsx'
import { RefField } from '../fields/ref-field.tsx'
import { TimezoneField } from '../fields/timezone-field.tsx'
import type { EditorProps, FieldSpec } from './record-list-spec.ts'
import { textIn } from '../fields/text-in.ts'

const HtmlField = lazy(() => import('../fields/html-field.tsx').then(({ HtmlField }) => ({ default: HtmlField })))

interface FieldEditorProps extends EditorProps {
  spec: FieldSpec
  resource: ResourceName
  /** The declaration of the field; undefined for lists of ids, which relations declare. */
  field: Field | undefined
}

/** The editor that suits the declaration of a field. */
export function FieldEditor({ spec, resource, field, ...props }: FieldEditorProps) {
  if (spec.Editor) return <spec.Editor {...props} />
  if (!field) return <ManyField {...props} to={relationNamed(resource, spec.name).to as ResourceName} />
  if (field.kind === 'boolean') return <BooleanField {...props} isSwitch={spec.name === 'active'} />
  if (field.kind === 'one_of') return <OneOfField {...props} field={field} values={props.values} spec={spec} />
  if (field.kind === 'ref')
    return <RefField {...props} to={field.to as ResourceName} isOptional={field.null === true} />
  if (field.kind === 'integer') return <NumberField {...props} field={field} />
  return <TextEditor {...props} spec={spec} field={field} />
}

/** Returns the relation whose ids are sent under a name such as `group_ids`. */
function relationNamed(resource: ResourceName, name: string): Relation {
  const many: Readonly<Record<string, Relation>> = resources[resource].many
  const entry = Object.entries(many).find(([relation]) => idsKey(relation) === name)
  if (!entry) throw new Error(`${resource} declares neither a field nor a relation ${name}`)
  return entry[1]
}

const BooleanField = ({ label, help, value, onChange, isSwitch }: EditorProps & { isSwitch: boolean }) => {
  const Box = isSwitch ? Switch : Checkbox
  return <Box label={label} help={help} isChecked={value === true} onChange={onChange} />
}

function OneOfField({ field, spec, ...props }: EditorProps & { field: Field; spec: FieldSpec }) {
  const { label, help, error, value, onChange } = props
  const a = useAdminTexts()
  const textOf = (option: string) => {
    const text = spec.values?.[option]
    return text ? a(text) : option
  }
  const offered = (field.values ?? []).filter((option) => !spec.values || option in spec.values || option === value)
  return (
    <SelectField {...{ label, help, error, onChange }} value={textIn(value)}>
      <Options of={offered.map((option) => [option, textOf(option)])} />
    </SelectField>
  )
}

const NumberField = ({ label, help, error, value, onChange, field }: EditorProps & { field: Field }) => (
  <TextField
    {...{ label, help, error }}
    type="number"
    inputMode="numeric"
    value={textIn(value)}
    onChange={({ target }) => onChange(target.value === '' ? (field.null ? null : 0) : Number(target.value))}
  />
)

/** Maximum length of a note that is edited in one line, in characters. */
const MAX_LINE = 250

function TextEditor({ spec, field, ...props }: EditorProps & { spec: FieldSpec; field: Field }) {
  const { label, help, error, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  if (spec.as === 'html') {
    return (
      <Suspense fallback={<TextArea label={label} help={help} value={text} readOnly />}>
        <HtmlField {...props} />
      </Suspense>
    )
  }
  if (spec.as === 'timezone') return <TimezoneField {...props} />
  const common = { label, help, error, value: text, ...(field.max !== undefined && { maxLength: field.max }) }
  const change = (typed: string) => onChange(typed === '' && field.null ? null : typed)
  if (spec.as === 'long' || (spec.as === undefined && (field.max ?? 0) > MAX_LINE && spec.name === 'note')) {
    return <TextArea {...common} onChange={({ target }) => change(target.value)} />
  }
  const isRequired = !field.null && field.default === undefined
  const types = { secret: 'password', email: 'email', url: 'url' } as const
  const type = spec.as === undefined ? 'text' : types[spec.as]
  return (
    <TextField
      {...common}
      {...{ type, required: isRequired, dir: 'auto' }}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      onChange={({ target }) => change(target.value)}
    />
  )
}
