import { Notice } from '../../components/notice.tsx'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { SettingRow } from '../settings/setting-row.tsx'
import { useSettingTexts } from '../settings/setting-texts.ts'
import { settingsView } from '../settings/settings-view.ts'

/** The switch of time accounting; for users who may not change settings, a notice while it is off. */
export function TimeSwitch() {
  const a = useAdminTexts()
  const { may, config } = useSession()
  if (may('admin.system')) return <Setting />
  return config['time_accounting'] === false ? <Notice>{a('time_is_off')}</Notice> : null
}

function Setting() {
  const translate = useSettingTexts()
  const setting = useLive(settingsView()).value?.find(({ name }) => name === 'time_accounting')
  return setting ? <SettingRow setting={translate(setting)} /> : null
}
