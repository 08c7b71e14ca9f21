import type { Live } from '@deskbell/client'
import { type ResourceName, resources } from '@deskbell/contract'
import { client } from '../../state/client.ts'
import type { AdminRecord } from '../records/records.ts'
import { textIn } from './text-in.ts'

/** A record that can be chosen. */
export interface RecordOption {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
}

/** Returns all records of a small resource as choices, sorted by name. */
export const optionsOf = (resource: ResourceName): Live<RecordOption[]> =>
  client.live({
    key: `admin options ${resource}`,
    load: async () => {
      const records = await client.request<AdminRecord[]>('GET', `${resources[resource].path}?per_page=1000`)
      const order = new Intl.Collator()
      return records.map(optionOf).toSorted((a, b) => order.compare(a.name, b.name))
    },
    events: [`${resource}.*`],
  })

/** Sender addresses are shown as the address, because several may have the same `name`. */
const optionOf = ({ id, name, email, active }: AdminRecord): RecordOption => ({
  id,
  name: typeof email === 'string' && email ? email : textIn(name),
  isActive: active !== false,
})
