import { Checkbox } from '../../components/checkbox.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'

interface Visibility {
  readonly shown?: boolean
  readonly required?: boolean | null
}

type Screens = Readonly<Record<string, Readonly<Record<string, Visibility>>>>

/**
 * Returns the screens that show fields: the form of a new record, and that of an existing one. The form of a new ticket
 * (object 1) has the name `create_middle`.
 */
const screensOf = (objectId: unknown) =>
  objectId === 1 ? (['create_middle', 'edit'] as const) : (['create', 'edit'] as const)

const permissions = ['ticket.agent', 'ticket.customer'] as const

/** The permissions for which a custom field is shown and required, on each screen. */
export function FieldScreens({ label, value, onChange, values }: EditorProps) {
  const a = useAdminTexts()
  const screens = (value ?? {}) as Screens
  const set = (screen: string, permission: string, change: Visibility) =>
    onChange({
      ...screens,
      [screen]: { ...screens[screen], [permission]: { ...screens[screen]?.[permission], ...change } },
    })
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      {screensOf(values['object_lookup_id']).map((screen) =>
        permissions.map((permission) => (
          <ScreenRow
            key={`${screen} ${permission}`}
            name={a(`screen_${screen}_${permission === 'ticket.agent' ? 'agent' : 'customer'}`)}
            visibility={screens[screen]?.[permission] ?? {}}
            onChange={(change) => set(screen, permission, change)}
          />
        )),
      )}
    </fieldset>
  )
}

interface ScreenRowProps {
  name: string
  visibility: Visibility
  onChange: (change: Visibility) => void
}

/** Shows or hides the field on a screen, and makes it required there. */
function ScreenRow({ name, visibility: { shown = false, required = false }, onChange }: ScreenRowProps) {
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
