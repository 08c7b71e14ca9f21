import { useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../../components/empty.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { FilterBox } from '../plain/filter-box.tsx'
import { LivePage } from '../plain/live-page.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { type SettingRecord, settingsView } from '../settings/settings-view.ts'
import { fits } from '../settings/use-found-settings.ts'
import { readTableSearch } from '../table-search.ts'

/** The settings of the desk by area, with a search. Each is saved by itself. */
export function Screen() {
  const a = useAdminTexts()
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
      {(settings) => <Areas settings={settings.filter((one) => fits(one, q))} />}
    </LivePage>
  )
}

function Areas({ settings }: { settings: readonly SettingRecord[] }) {
  const a = useAdminTexts()
  if (settings.length === 0) return <Empty icon="search" title={a('nothing_found')} />
  return [...byArea(settings)].map(([area, members]) => (
    <section key={area} className="setting-area" aria-label={area}>
      <h2>{area}</h2>
      {members.map((setting) => (
        <SettingRow key={setting.name} setting={setting} />
      ))}
    </section>
  ))
}

/** Groups settings by their area: "System · Branding" for `System::Branding`. */
function byArea(settings: readonly SettingRecord[]): ReadonlyMap<string, readonly SettingRecord[]> {
  return Map.groupBy(settings, ({ area }) => area.replace('::', ' · '))
}
