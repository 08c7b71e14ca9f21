import { use } from 'react'
import { useMessages } from '../../messages/messages.tsx'
import type { SettingRecord } from './settings-view.ts'

interface SettingTexts {
  readonly areas: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, Pick<SettingRecord, 'title' | 'description'>>>
}

let german: Promise<SettingTexts> | undefined

const loadGerman = (): Promise<SettingTexts> => (german ??= import('./german.json').then((module) => module.default))

/**
 * Returns a function that translates the area, the title and the description of a setting. Texts without a translation
 * stay English. Suspends until the texts are loaded.
 */
export function useSettingTexts(): (setting: SettingRecord) => SettingRecord {
  const texts = useMessages().language === 'de' ? use(loadGerman()) : undefined
  return (setting) => ({
    ...setting,
    area: texts?.areas[setting.area] ?? setting.area.replace('::', ' · '),
    ...texts?.settings[setting.name],
  })
}
