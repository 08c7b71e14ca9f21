/** The notification preferences of agents: a matrix in the format of existing clients. */
import {
  defaultNotifications,
  type NotificationEvent,
  notificationEvents,
  type NotificationReason,
  type NotificationType,
} from '@deskbell/contract'
import type { FieldValues } from '../../kernel/context.ts'

/** The row of the matrix that an event belongs to. */
export const eventOf = (type: NotificationType): NotificationEvent =>
  notificationEvents.find((event) => type === event || type.startsWith(`${event}_`)) ?? 'update'

/** The channels of notifications, and the reasons that they require. */
export interface WantedChannels {
  readonly online: boolean
  readonly email: boolean
  readonly reason: NotificationReason
}

/** Returns how an agent wants to be notified. The choice of groups concerns the tickets of others only. */
export function wantedChannels(
  preferences: unknown,
  type: NotificationType,
  reasons: readonly NotificationReason[],
  group: number,
): WantedChannels {
  const { config, criteria, channels } = chosenFor(preferences, eventOf(type))
  const reason = reasons.find((one) => criteria[one] !== false && (isClose(one) || isChosen(config, group)))
  if (reason === undefined) return { online: false, email: false, reason: 'no' }
  return { online: channels.online !== false, email: channels.email !== false, reason }
}

/** Returns true if an agent wants mails about such events at all. */
export const wantsMailOf = (preferences: unknown, event: NotificationEvent): boolean =>
  chosenFor(preferences, event).channels.email !== false

/** The row of an event in the preferences of an agent, completed with the defaults. */
function chosenFor(
  preferences: unknown,
  event: NotificationEvent,
): Readonly<Record<'config' | 'criteria' | 'channels', FieldValues>> {
  const config = objectIn(
    typeof preferences === 'string' ? JSON.parse(preferences) : preferences,
    'notification_config',
  )
  const chosen = objectIn(objectIn(config, 'matrix'), event)
  const usual = defaultNotifications.matrix[event]
  return {
    config,
    criteria: { ...usual.criteria, ...objectIn(chosen, 'criteria') },
    channels: { ...usual.channel, ...objectIn(chosen, 'channel') },
  }
}

const isClose = (reason: NotificationReason): boolean => reason === 'owned_by_me' || reason === 'subscribed'

/** True if the agent has chosen the group, or no groups at all. */
function isChosen(config: FieldValues, group: number): boolean {
  const chosen = config['group_ids']
  const ids = Array.isArray(chosen) ? chosen.map(String).filter((id) => id !== '-') : []
  return ids.length === 0 || ids.includes(String(group))
}

const objectIn = (value: unknown, key: string): FieldValues => {
  const inner = (value as FieldValues | null | undefined)?.[key]
  return typeof inner === 'object' && inner !== null ? (inner as FieldValues) : {}
}
