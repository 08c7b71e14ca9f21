/** Reads the notification preferences of agents: a matrix in the format of existing clients. */
import {
  defaultNotifications,
  type NotificationEvent,
  notificationEvents,
  type NotificationReason,
  type NotificationType,
} from '@deskbell/contract'
import type { FieldValues } from '../../kernel/context.ts'

/** Returns the row of the matrix that a notification belongs to. */
export const eventOf = (type: NotificationType): NotificationEvent =>
  notificationEvents.find((event) => type === event || type.startsWith(`${event}_`)) ?? 'update'

/** The channels by which an agent wants to be notified, and the reason. */
export interface WantedChannels {
  readonly online: boolean
  readonly email: boolean
  readonly reason: NotificationReason
}

/**
 * Returns how an agent wants to be notified. Tickets that the agent owns or has subscribed to count in every group, other
 * tickets only in the groups that the agent has chosen.
 */
export function wantedChannels(
  preferences: unknown,
  type: NotificationType,
  reasons: readonly NotificationReason[],
  group: number,
): WantedChannels {
  const { config, criteria, channels } = preferencesFor(preferences, eventOf(type))
  const reason = reasons.find((name) => criteria[name] !== false && (isPersonal(name) || isChosenGroup(config, group)))
  if (reason === undefined) return { online: false, email: false, reason: 'no' }
  return { online: channels.online !== false, email: channels.email !== false, reason }
}

/** Returns true if an agent wants mails about events of this type at all. */
export const wantsMailOf = (preferences: unknown, event: NotificationEvent): boolean =>
  preferencesFor(preferences, event).channels.email !== false

/** Returns the row of an event in the preferences of an agent, completed with the defaults. */
function preferencesFor(
  preferences: unknown,
  event: NotificationEvent,
): Readonly<Record<'config' | 'criteria' | 'channels', FieldValues>> {
  const config = objectIn(
    typeof preferences === 'string' ? JSON.parse(preferences) : preferences,
    'notification_config',
  )
  const chosen = objectIn(objectIn(config, 'matrix'), event)
  const defaults = defaultNotifications.matrix[event]
  return {
    config,
    criteria: { ...defaults.criteria, ...objectIn(chosen, 'criteria') },
    channels: { ...defaults.channel, ...objectIn(chosen, 'channel') },
  }
}

const isPersonal = (reason: NotificationReason): boolean => reason === 'owned_by_me' || reason === 'subscribed'

/** Returns true if the agent has chosen the group, or has chosen no groups at all. */
function isChosenGroup(config: FieldValues, group: number): boolean {
  const chosen = config['group_ids']
  const ids = Array.isArray(chosen) ? chosen.map(String).filter((id) => id !== '-') : []
  return ids.length === 0 || ids.includes(String(group))
}

const objectIn = (value: unknown, key: string): FieldValues => {
  const inner = (value as FieldValues | null | undefined)?.[key]
  return typeof inner === 'object' && inner !== null ? (inner as FieldValues) : {}
}
