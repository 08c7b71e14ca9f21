import { useAction } from '../../components/use-action.ts'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/checkbox.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { TextField } from '../../components/field.tsx'
import { toasts } from '../../components/toasts.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { type SettingRecord, settingsView, type SettingValue } from './settings-view.ts'

/** A setting. A switch takes effect at once, a text or a number when it is saved. */
export function SettingRow({ setting }: { setting: SettingRecord }) {
  const a = useAdminTexts()
  const t = useMessages()
  const { failure, run: save } = useAction(async (value: SettingValue) => {
    await client.request('PUT', `settings/${setting.id}`, { json: { state_current: { value } } })
    await settingsView().refresh()
    toasts.show({ key: 'saved', icon: 'check', seconds: 4, text: a('saved', { name: setting.title }) })
  })
  const error = failure === undefined ? undefined : sentenceOf(t, failure)
  const { value } = setting.state_current
  if (typeof value !== 'boolean') return <TypedSetting {...{ setting, error, save }} />
  return (
    <div className="setting">
      <Switch label={setting.title} help={setting.description} isChecked={value} onChange={(isOn) => void save(isOn)} />
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  )
}

interface TypedSettingProps {
  setting: SettingRecord
  error: string | undefined
  save: (value: SettingValue) => Promise<void>
}

function TypedSetting({ setting, error, save }: TypedSettingProps) {
  const a = useAdminTexts()
  const { title, description, state_current, state_initial } = setting
  const current = state_current.value
  const [typed, setTyped] = useState<string>()
  const text = typed ?? String(current)
  const isNumber = typeof current === 'number'
  const isChanged = text !== String(current)
  const showsDefault = isChanged || current !== state_initial.value
  return (
    <form
      className="setting"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save(isNumber ? Number(text) : text)
      }}
    >
      <TextField
        label={title}
        help={
          showsDefault ? `${description} ${a('setting_default', { value: String(state_initial.value) })}` : description
        }
        error={error}
        type={isNumber ? 'number' : 'text'}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isChanged && (
        <div className="setting-buttons">
          <Button isSmall onClick={() => setTyped(undefined)}>
            {a('discard')}
          </Button>
          <Button type="submit" look="primary" isSmall>
            {a('save')}
          </Button>
        </div>
      )}
    </form>
  )
}
