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
 * change of its ticket. Presence, which has no id, changes no ticket.
 */
export const notifications = (): Live<readonly Notification[]> =>
  client.live({ key: 'notifications', load, events: ({ id, ticket_id }) => id !== null && ticket_id !== null })

/** Marks a notification as seen. */
export async function markSeen({ id }: Notification): Promise<void> {
  await client.request('PUT', `${path}/${id}`, { json: { seen: true } })
  await notifications().refresh()
}

/** Marks all notifications of the user as seen. */
export async function markAllSeen(): Promise<void> {
  await client.request('POST', `${path}/mark_all_as_read`)
  await notifications().refresh()
}
