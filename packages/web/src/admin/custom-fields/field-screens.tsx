import { Checkbox } from '../../components/checkbox.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'

interface Visibility {
  readonly shown?: boolean
  readonly required?: boolean | null
}

type Screens = Readonly<Record<string, Readonly<Record<string, Visibility>>>>

/**
 * The screens that show fields: the form of a new record, and that of an existing one. Those of tickets have their own
 * names.
 */
const screensOf = (object: unknown) =>
  object === 1 ? (['create_middle', 'edit'] as const) : (['create', 'edit'] as const)

const people = ['ticket.agent', 'ticket.customer'] as const

/** The permissions for which a custom field is shown and required, on each screen. */
export function FieldScreens({ label, value, onChange, values }: EditorProps) {
  const a = useAdminTexts()
  const screens = (value ?? {}) as Screens
  const set = (screen: string, who: string, change: Visibility) =>
    onChange({ ...screens, [screen]: { ...screens[screen], [who]: { ...screens[screen]?.[who], ...change } } })
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      {screensOf(values['object_lookup_id']).map((screen) =>
        people.map((who) => (
          <ScreenRow
            key={`${screen} ${who}`}
            name={a(`screen_${screen}_${who === 'ticket.agent' ? 'agent' : 'customer'}`)}
            use={screens[screen]?.[who] ?? {}}
            onChange={(change) => set(screen, who, change)}
          />
        )),
      )}
    </fieldset>
  )
}

interface ScreenRowProps {
  name: string
  use: Visibility
  onChange: (change: Visibility) => void
}

/** Shows or hides the field on a screen, and makes it required there. */
function ScreenRow({ name, use: { shown = false, required = false }, onChange }: ScreenRowProps) {
  const a = useAdminTexts()
  return (
    <div className="screen-row">
      <Checkbox
        label={name}
        isChecked={shown}
        onChange={(isShown) => onChange({ shown: isShown, ...(!isShown && { required: false }) })}
      />
      {shown && (
        <Checkbox
          label={a('required')}
          isChecked={required === true}
          onChange={(isRequired) => onChange({ required: isRequired })}
        />
      )}
    </div>
  )
}
