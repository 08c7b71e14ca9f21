import { match } from '../../components/matching.ts'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { useSettingTexts } from './setting-texts.ts'
import { type SettingRecord, settingsView } from './settings-view.ts'

/** Maximum number of results. */
const MAX_RESULTS = 8

/** Returns the first settings that match the typed text; none for users who may not read settings. */
export function useMatchingSettings(typed: string): readonly SettingRecord[] {
  const { may } = useSession()
  const isSearching = typed.trim() !== '' && may('admin.system')
  const translate = useSettingTexts()
  const { value: settings = [] } = useLive(isSearching ? settingsView() : undefined)
  if (!isSearching) return []
  return settings
    .map(translate)
    .filter((setting) => matchesSetting(setting, typed))
    .slice(0, MAX_RESULTS)
}

/** True if the title of a setting matches the typed text (see `match`), or its name or description contains it. */
export const matchesSetting = ({ title, name, description }: SettingRecord, typed: string): boolean =>
  match(typed, title) !== undefined ||
  `${name} ${description}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
