/** What agents are notified of: the matrix in their preferences (`notification_config`), in the form that existing clients write. */

/** The rows of the matrix. */
export const notificationEvents = ['create', 'update', 'reminder_reached', 'escalation'] as const
export type NotificationEvent = (typeof notificationEvents)[number]

/** The ways in which agents are notified. */
export const notificationChannels = ['online', 'email'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** Which tickets an agent is notified of, and how. */
export interface NotificationChoice {
  readonly criteria: Readonly<Record<NotificationReason, boolean>>
  readonly channel: Readonly<Record<NotificationChannel, boolean>>
}
export type NotificationMatrix = Readonly<Record<NotificationEvent, NotificationChoice>>

/** The reasons why a ticket concerns an agent; `no` stands for all tickets. */
export type NotificationReason = keyof typeof mine

const mine = { owned_by_me: true, owned_by_nobody: true, subscribed: true, no: false }
const due = { owned_by_me: true, owned_by_nobody: false, subscribed: false, no: false }
const channel = { email: true, online: true }

export const notificationReasons = Object.keys(mine) as readonly NotificationReason[]

/** The notification preferences of a new agent, which also apply where an agent has chosen nothing. */
export const defaultNotifications: { readonly matrix: NotificationMatrix } = {
  matrix: {
    create: { criteria: mine, channel },
    update: { criteria: mine, channel },
    reminder_reached: { criteria: due, channel: { ...channel, email: false } },
    escalation: { criteria: due, channel: { ...channel, email: false } },
  },
}

/** The hour of a digest in the time zone of its reader, unless they choose another one. */
export const DIGEST_HOUR = 7
