import { TextField } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useAdminTexts, type AdminText } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import type { Options } from './account.ts'

/** The options of one direction, and the errors that the service reported for them. */
export interface OptionsProps {
  value: Options
  onChange: (value: Options) => void
  errorIn: (option: string) => string | undefined
}

interface OptionProps extends OptionsProps {
  name: string
  label: AdminText
  help?: string | undefined
  type?: 'text' | 'password' | 'number' | 'url'
}

/** An option of an account that is a text or a number. */
export function OptionField({ name, label, help, type = 'text', value, onChange, errorIn }: OptionProps) {
  const a = useAdminTexts()
  const change = (text: string) =>
    onChange({ ...value, [name]: text === '' ? null : type === 'number' ? Number(text) : text })
  return (
    <TextField
      label={a(label)}
      help={help}
      error={errorIn(name)}
      type={type}
      dir="auto"
      inputMode={type === 'number' ? 'numeric' : undefined}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
      value={textIn(value[name])}
      onChange={({ target }) => change(target.value)}
    />
  )
}

interface OptionChoiceProps extends OptionsProps {
  name: string
  label: AdminText
  help?: string | undefined
  values: readonly (readonly [id: string, text: AdminText])[]
}

/** A choice between a few values of an option of an account. The first is the default. */
export function OptionChoice({ name, label, help, values, value, onChange, errorIn }: OptionChoiceProps) {
  const a = useAdminTexts()
  return (
    <SelectField
      label={a(label)}
      help={help}
      error={errorIn(name)}
      value={textIn(value[name]) || (values[0]?.[0] ?? '')}
      onChange={(next) => onChange({ ...value, [name]: next })}
    >
      {values.map(([id, text]) => (
        <option key={id} value={id}>
          {a(text)}
        </option>
      ))}
    </SelectField>
  )
}
