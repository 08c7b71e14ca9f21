import { match } from '../../components/matching.ts'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { useSettingTexts } from './setting-texts.ts'
import { type SettingRecord, settingsView } from './settings-view.ts'

/** Maximum number of results. */
const MAX_FOUND = 8

/** Returns the settings whose title or description matches the typed text. */
export function useFoundSettings(typed: string): readonly SettingRecord[] {
  const { may } = useSession()
  const isWanted = typed.trim() !== '' && may('admin.system')
  const translated = useSettingTexts()
  const { value: settings = [] } = useLive(isWanted ? settingsView() : undefined)
  if (!isWanted) return []
  return settings
    .map(translated)
    .filter((one) => fits(one, typed))
    .slice(0, MAX_FOUND)
}

/** True if the title, name or description of a setting contains the typed text. */
export const fits = ({ title, name, description }: SettingRecord, typed: string): boolean =>
  match(typed, title) !== undefined ||
  `${name} ${description}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
