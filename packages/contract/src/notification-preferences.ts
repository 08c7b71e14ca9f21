/** The notification preferences of agents (`notification_config`): a matrix in the form that existing clients write. */

/** The rows of the matrix. */
export const notificationEvents = ['create', 'update', 'reminder_reached', 'escalation'] as const
export type NotificationEvent = (typeof notificationEvents)[number]

/** The ways to notify agents. */
export const notificationChannels = ['online', 'email'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** The tickets about which an agent is notified, and the channels. */
export interface NotificationChoice {
  readonly criteria: Readonly<Record<NotificationReason, boolean>>
  readonly channel: Readonly<Record<NotificationChannel, boolean>>
}
export type NotificationMatrix = Readonly<Record<NotificationEvent, NotificationChoice>>

/**
 * The reasons why a ticket concerns an agent. `no` means that no reason is needed: every ticket in the groups that the agent has
 * chosen counts.
 */
export type NotificationReason = keyof typeof changeCriteria

/** Defaults for the creation and for changes of a ticket. */
const changeCriteria = { owned_by_me: true, owned_by_nobody: true, subscribed: true, no: false }
/** Defaults for a reminder that is due and for an escalation. */
const timeCriteria = { owned_by_me: true, owned_by_nobody: false, subscribed: false, no: false }
const channel = { email: true, online: true }

export const notificationReasons = Object.keys(changeCriteria) as readonly NotificationReason[]

/** The notification preferences of a new agent, which also apply where an agent has not chosen anything. */
export const defaultNotifications: { readonly matrix: NotificationMatrix } = {
  matrix: {
    create: { criteria: changeCriteria, channel },
    update: { criteria: changeCriteria, channel },
    reminder_reached: { criteria: timeCriteria, channel: { ...channel, email: false } },
    escalation: { criteria: timeCriteria, channel: { ...channel, email: false } },
  },
}

/** The default hour at which agents get their daily summary (the digest) by e-mail, in the time zone of the agent. */
export const DIGEST_HOUR = 7
