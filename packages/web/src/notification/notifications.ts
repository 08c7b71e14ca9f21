import type { Live } from '@deskbell/client'
import { client } from '../state/client.ts'

/** A notification about an event of a ticket. `seen` is true if the user has seen it. */
export interface Notification {
  readonly id: number
  /** The id of the ticket. */
  readonly o_id: number
  readonly type:
    | 'create'
    | 'escalation'
    | 'update'
    | 'reminder_reached'
    | 'escalation_warning'
    | 'update.mention'
    | 'update.merged_into'
    | 'update.received_merge'
  readonly seen: boolean
  readonly created_by_id: number
  readonly created_at: string
}

const path = 'online_notifications'
const load = () => client.request<Notification[]>('GET', `${path}?expand=true&per_page=30`)

/**
 * The last 30 notifications of the user, the newest first. Notifications have no events of their own; each comes with a
 * change of its ticket. Events of presence have no id, and change no ticket.
 */
export const notifications = (): Live<readonly Notification[]> =>
  client.live({ key: 'notifications', load, events: ({ id, ticket_id }) => id !== null && ticket_id !== null })

/** Notifications that say the same: of the same type, about the same ticket, by the same person; newest first. */
export type NotificationGroup = readonly [Notification, ...Notification[]]

/** Groups notifications, in the order of the newest of each group. Seen and unseen ones are never in one group. */
export function groupNotifications(list: readonly Notification[]): readonly NotificationGroup[] {
  const keyOf = ({ o_id, created_by_id, type, seen }: Notification) => `${o_id} ${created_by_id} ${type} ${seen}`
  return [...Map.groupBy(list, keyOf).values()] as unknown as NotificationGroup[]
}

/** Marks the notifications of a group as seen. */
export async function markSeen(group: NotificationGroup): Promise<void> {
  await Promise.all(group.map(({ id }) => client.request('PUT', `${path}/${id}`, { json: { seen: true } })))
  await notifications().refresh()
}

/** Marks all notifications of the user as seen. */
export async function markAllSeen(): Promise<void> {
  await client.request('POST', `${path}/mark_all_as_read`)
  await notifications().refresh()
}
