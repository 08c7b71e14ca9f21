import { SelectField } from '../../components/select-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import { OptionChoice, OptionField, type OptionsProps } from './option-field.tsx'

interface MailboxFieldsProps extends OptionsProps {
  /** The folders that a test has found. */
  folders: readonly string[]
}

const afterReading = [
  ['seen', 'mail_after_seen'],
  ['keep', 'mail_after_keep'],
  ['move', 'mail_after_move'],
  ['delete', 'mail_after_delete'],
] as const

/** The folder to read, and the action on received e-mails. */
export function MailboxFields({ folders, ...props }: MailboxFieldsProps) {
  const a = useAdminTexts()
  const after = textIn(props.value['after']) || 'seen'
  return (
    <>
      <FolderField {...props} name="folder" label="mail_folder" defaultFolder="INBOX" folders={folders} />
      <OptionChoice
        {...props}
        name="after"
        label="mail_after"
        values={afterReading}
        help={a(`mail_first_${after as (typeof afterReading)[number][0]}`)}
      />
      {after === 'move' && (
        <FolderField {...props} name="move_to" label="mail_move_to" defaultFolder="" folders={folders} />
      )}
    </>
  )
}

interface FolderFieldProps extends MailboxFieldsProps {
  name: 'folder' | 'move_to'
  label: 'mail_folder' | 'mail_move_to'
  defaultFolder: string
}

/** A folder: chosen from those that a test has found, or typed before a test. */
function FolderField({ folders, defaultFolder, name, label, ...props }: FolderFieldProps) {
  const a = useAdminTexts()
  const { value, onChange, errorIn } = props
  const chosen = textIn(value[name]) || defaultFolder
  if (folders.length === 0) {
    return <OptionField {...props} value={{ ...value, [name]: chosen }} name={name} label={label} />
  }
  const names = folders.includes(chosen) ? folders : [chosen, ...folders]
  return (
    <SelectField
      label={a(label)}
      error={errorIn(name)}
      value={chosen}
      onChange={(folder) => onChange({ ...value, [name]: folder })}
    >
      {names.map((folder) => (
        <option key={folder} value={folder}>
          {folder || a('choose')}
        </option>
      ))}
    </SelectField>
  )
}
