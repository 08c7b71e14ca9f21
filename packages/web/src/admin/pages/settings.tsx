import { useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../../components/empty.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { FilterBox } from '../../components/filter-box.tsx'
import { LivePage } from '../records/live-page.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { useSettingTexts } from '../settings/setting-texts.ts'
import { type SettingRecord, settingsView } from '../settings/settings-view.ts'
import { matchesSetting } from '../settings/use-matching-settings.ts'
import { readTableSearch } from '../table-search.ts'

/** The settings of the desk by area, with a search. Each is saved separately. */
export function Screen() {
  const a = useAdminTexts()
  const translate = useSettingTexts()
  const navigate = useNavigate()
  const { q = '' } = readTableSearch(useSearch({ strict: false }))
  const search = (typed: string) => void navigate({ to: '.', search: typed === '' ? {} : { q: typed }, replace: true })
  const tools = (
    <div className="admin-tools">
      <FilterBox label={a('settings_find')} value={q} onChange={search} />
    </div>
  )
  return (
    <LivePage title={a('settings_title')} view={settingsView()} tools={tools} isNarrow>
      {(settings) => <Areas settings={settings.map(translate).filter((setting) => matchesSetting(setting, q))} />}
    </LivePage>
  )
}

function Areas({ settings }: { settings: readonly SettingRecord[] }) {
  const a = useAdminTexts()
  if (settings.length === 0) return <Empty icon="search" title={a('nothing_found')} />
  return [...Map.groupBy(settings, ({ area }) => area)].map(([area, members]) => (
    <section key={area} className="setting-area" aria-label={area}>
      <h2>{area}</h2>
      {members.map((setting) => (
        <SettingRow key={setting.name} setting={setting} />
      ))}
    </section>
  ))
}
