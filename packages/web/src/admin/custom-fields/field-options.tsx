import { Checkbox } from '../../components/checkbox.tsx'
import { TextField } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Choices, linesOf, readLines } from './choice-lines.ts'

type Options = Readonly<Record<string, unknown>>

/** The options of a custom field: limits of texts, numbers and times, or the values that can be chosen. */
export function FieldOptions({ error, value, onChange, values }: EditorProps) {
  const a = useAdminTexts()
  const options = (value ?? {}) as Options
  const type = textIn(values['data_type'])
  const set = (name: string, option: unknown) => {
    const { [name]: _, ...others } = options
    onChange(option === undefined ? others : { ...others, [name]: option })
  }
  const numberField = (name: 'maxlength' | 'min' | 'max') => (
    <TextField
      key={name}
      label={a(`option_${name}`)}
      type="number"
      value={textIn(options[name])}
      error={error}
      onChange={({ target }) => set(name, target.value === '' ? undefined : Number(target.value))}
    />
  )
  if (type.includes('select')) return <ChoiceOptions {...{ error, options, set }} isTree={type.includes('tree')} />
  if (type === 'integer') return <>{[numberField('min'), numberField('max')]}</>
  if (['input', 'textarea', 'richtext'].includes(type)) return numberField('maxlength')
  if (type !== 'datetime') return null
  return (
    <>
      {(['future', 'past'] as const).map((name) => (
        <Checkbox
          key={name}
          label={a(`option_${name}`)}
          isChecked={options[name] !== false}
          onChange={(isAllowed) => set(name, isAllowed)}
        />
      ))}
    </>
  )
}

interface ChoiceOptionsProps {
  options: Options
  set: (name: string, value: unknown) => void
  error: string | undefined
  isTree: boolean
}

/** The choices of a field, one per line. */
function ChoiceOptions({ options, set, error, isTree }: ChoiceOptionsProps) {
  const a = useAdminTexts()
  return (
    <TextArea
      label={a('option_options')}
      help={a(isTree ? 'option_tree_help' : 'option_options_help')}
      error={error}
      defaultValue={linesOf(options['options'] as Choices)}
      onChange={({ target }) => set('options', readLines(target.value, isTree))}
    />
  )
}
