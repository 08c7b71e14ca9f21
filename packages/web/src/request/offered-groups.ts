import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** A group that customers may choose for a new request. */
export interface OfferedGroup {
  readonly id: number
  readonly name: string
}

interface FormResponse {
  readonly assets: { readonly Group?: Readonly<Record<string, OfferedGroup>> }
  readonly form_meta: { readonly filter: { readonly group_id: readonly number[] } }
}

const source = {
  key: 'form of a new request',
  load: () => client.request<FormResponse>('GET', 'ticket_create'),
  events: ['group.*'],
}

/** Returns the groups that customers may choose; undefined until they are loaded. */
export function useOfferedGroups(): readonly OfferedGroup[] | undefined {
  const { value } = useLive(client.live(source))
  return value && groupsIn(value)
}

/** Loads the groups that customers may choose. */
export const loadOfferedGroups = async (): Promise<readonly OfferedGroup[]> =>
  groupsIn(await client.live(source).refresh())

const groupsIn = ({ assets, form_meta }: FormResponse): readonly OfferedGroup[] =>
  form_meta.filter.group_id.flatMap((id) => assets.Group?.[id] ?? [])
