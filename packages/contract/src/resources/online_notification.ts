import { boolean, id, integer, ref, stamps } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const onlineNotification = resource('online_notification', {
  path: 'online_notifications',
  model: 'OnlineNotification',
  doc: 'A notification for a user: a ticket was created or changed, or is due.',
  fields: {
    id: id(),
    o_id: integer({ write: 'once', doc: 'The id of the ticket.' }),
    object_lookup_id: integer({ default: 1, write: 'once', doc: 'The type of object; 1 is a ticket.' }),
    type_lookup_id: integer({ write: 'once', doc: 'Numeric id of the event type; `type` is its name.' }),
    user_id: ref('user', { write: 'once', doc: 'The recipient.' }),
    seen: boolean({ default: false, doc: 'True if the user has seen the notification.' }),
    ...stamps,
  },
})

/** The event types of notifications. The id of a type is its position in this list, from 1; add new ones at the end. */
export const notificationTypes = [
  'create',
  'escalation',
  'update',
  'reminder_reached',
  'escalation_warning',
  'update.mention',
  'update.merged_into',
  'update.received_merge',
] as const
export type NotificationType = (typeof notificationTypes)[number]
