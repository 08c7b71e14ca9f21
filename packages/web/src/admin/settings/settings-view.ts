import type { Live } from '@deskbell/client'
import { client } from '../../state/client.ts'

/** A setting of the desk, as the service describes it. */
export interface SettingRecord {
  readonly id: number
  readonly name: string
  readonly title: string
  /** Two levels, such as `System::Branding`. */
  readonly area: string
  readonly description: string
  readonly state_current: { readonly value: SettingValue }
  readonly state_initial: { readonly value: SettingValue }
}

export type SettingValue = string | number | boolean

/** Returns the settings of the desk. Requires the permission `admin.system`. */
export const settingsView = (): Live<SettingRecord[]> =>
  client.live({
    key: 'admin settings',
    load: () => client.request<SettingRecord[]>('GET', 'settings?per_page=500'),
    // Settings have no events.
    events: [],
  })
