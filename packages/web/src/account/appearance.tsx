import { useState } from 'react'
import { Switch } from '../components/checkbox.tsx'
import { Segments } from '../components/segments.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { type Language, languages } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { type PagePreferences, savePreferences } from './preferences.ts'

/** Language, colours, density of lists, and keyboard shortcuts. Each takes effect at once. */
export function Appearance() {
  const t = useMessages()
  const attempt = useAttempt()
  const user = useUser()
  const [preferences, setPreferences] = useState<PagePreferences>((user.preferences ?? {}) as PagePreferences)
  const set = (change: PagePreferences) => {
    setPreferences({ ...preferences, ...change })
    attempt(savePreferences(change))
  }
  return (
    <div className="account-choices">
      <h2>{t('account.language')}</h2>
      <Segments
        label={t('account.language')}
        segments={(Object.keys(languages) as Language[]).map((id) => ({ id, name: languages[id].name }))}
        value={t.language}
        onChange={(language) => {
          t.choose(language)
          set({ locale: localeOf[language] })
        }}
      />
      <Theme
        theme={preferences.theme ?? 'auto'}
        onChange={(theme) => set({ theme: theme === 'auto' ? null : theme })}
      />
      <Density
        density={preferences.density ?? 'comfortable'}
        onChange={(density) => set({ density: density === 'compact' ? density : null })}
      />
      <h2>{t('account.keys')}</h2>
      <Switch
        label={t('account.singleKeys')}
        help={t('account.singleKeysHelp')}
        isChecked={preferences.keyboard_shortcuts !== false}
        onChange={(isOn) => set({ keyboard_shortcuts: isOn })}
      />
    </div>
  )
}

type ThemeName = 'auto' | NonNullable<PagePreferences['theme']>

function Theme({ theme, onChange }: { theme: ThemeName; onChange: (theme: ThemeName) => void }) {
  const t = useMessages()
  return (
    <>
      <h2>{t('account.theme')}</h2>
      <Segments
        label={t('account.theme')}
        segments={[
          { id: 'auto', name: t('account.themeAuto') },
          { id: 'light', name: t('account.themeLight') },
          { id: 'dark', name: t('account.themeDark') },
        ]}
        value={theme}
        onChange={onChange}
      />
    </>
  )
}

type DensityName = 'comfortable' | NonNullable<PagePreferences['density']>

function Density({ density, onChange }: { density: DensityName; onChange: (density: DensityName) => void }) {
  const t = useMessages()
  return (
    <>
      <h2>{t('account.density')}</h2>
      <Segments
        label={t('account.density')}
        segments={[
          { id: 'comfortable', name: t('account.comfortable') },
          { id: 'compact', name: t('account.compact') },
        ]}
        value={density}
        onChange={onChange}
      />
    </>
  )
}

/** The locale that is stored for a language of the page. */
const localeOf: Readonly<Record<Language, string>> = { en: 'en-us', de: 'de-de' }
