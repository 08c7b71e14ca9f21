import { boolean, id, integer, ref, stamps } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const onlineNotification = resource('online_notification', {
  path: 'online_notifications',
  model: 'OnlineNotification',
  doc: 'Something a user should know of: a ticket was created, changed, or is due.',
  fields: {
    id: id(),
    o_id: integer({ write: 'once', doc: 'The id of the ticket.' }),
    object_lookup_id: integer({ default: 1, write: 'once', doc: 'The kind of object; 1 is a ticket.' }),
    type_lookup_id: integer({ write: 'once', doc: 'What happened, as a number; `type` has the word.' }),
    user_id: ref('user', { write: 'once', doc: 'Who should know.' }),
    seen: boolean({ default: false, doc: 'Whether the user has seen it.' }),
    ...stamps,
  },
})

/** What a notification can be about. The id of a type is its place in this list, from 1: new ones go to the end. */
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
