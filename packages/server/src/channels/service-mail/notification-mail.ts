/** Writes the mail to an agent about events of a ticket. */
import { type NotificationType, resources } from '@deskbell/contract'
import { changesSince, messagesSince } from './ticket-news.ts'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { settingOf } from '../../kernel/settings.ts'
import { claimNotifications, deleteClaimed } from '../../resources/online_notification/mails.ts'
import { actorIn } from '../../resources/user/actor.ts'
import { eventOf, wantsMailOf } from '../../resources/user/notification-preferences.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import type { ClaimedTask } from '../../tasks/tasks.ts'
import { subjectFor } from '../email/subject.ts'
import type { Block } from './content.ts'
import { pageAddress, recipientOf } from './recipient.ts'
import type { ServiceMail } from './service-mail.ts'
import type { MailTexts } from './texts.ts'
import { unsubscribeAddress } from './unsubscribe.ts'

/** Writes the waiting notifications of an agent about a ticket, if the agent may read it and still wants such mails. */
export async function notificationMail(
  ctx: WriteContext,
  task: ClaimedTask,
  key: string,
): Promise<ServiceMail | undefined> {
  const waiting = await claimNotifications(ctx, task)
  const recipient = await recipientOf(ctx, Number(task.payload['user_id']))
  const actor = recipient && (await actorIn(ctx, recipient.id))
  if (!actor) return undefined
  const notifications = waiting.filter(({ type }) => wantsMailOf(recipient.preferences, eventOf(type)))
  const first = notifications[0]
  const ticket = await readTicket({ ...ctx, actor }, Number(task.payload['ticket_id']))
  if (!first || !ticket) return undefined
  const news: Block[] = [
    ...(await messagesSince(ctx, ticket.id, first.at, recipient)),
    ...(await changesSince(ctx, ticket.id, first.at, recipient)),
  ]
  const main = mostImportant(notifications.map(({ type }) => type))
  if (news.length === 0 && main === 'update') return undefined
  const { texts } = recipient
  const unsubscribe = await unsubscribeAddress(ctx, key, { user: recipient.id, kind: eventOf(main) })
  return {
    kind: 'notification',
    to: { name: recipient.name, address: recipient.address },
    subject: await subjectOf(ctx, ticket),
    ticket: ticket.id,
    conversation: `ticket.${ticket.id}`,
    unsubscribe: unsubscribe.post,
    content: [
      texts.noticeOf[textNames[main] ?? 'update'](ticket.number, ticket.group),
      ...news,
      { link: await pageAddress(ctx, `/tickets/${ticket.number}`), label: texts.openTicket(ticket.number) },
      { footer: texts.reasonOf[first.reason], link: unsubscribe.page, label: texts.turnOff },
    ],
  }
}

/** Deletes the notifications of a task, whether they were sent or not. */
export const endNotifications = (ctx: Pick<WriteContext, 'db'>, { id }: ClaimedTask): Promise<unknown> =>
  deleteClaimed(ctx, id)

/** Types in the order of importance. The mail begins with its most important notification. */
const byImportance: readonly NotificationType[] = [
  'escalation',
  'escalation_warning',
  'reminder_reached',
  'update.mention',
  'create',
]

const mostImportant = (types: readonly NotificationType[]): NotificationType =>
  byImportance.find((type) => types.includes(type)) ?? 'update'

const textNames: Partial<Record<NotificationType, keyof MailTexts['noticeOf']>> = {
  create: 'create',
  escalation: 'escalation',
  escalation_warning: 'escalation_warning',
  reminder_reached: 'reminder_reached',
  'update.mention': 'mention',
}

/** Reads a ticket that the caller may read as an agent. Customers are excluded, because the mail contains internal notes. */
async function readTicket(ctx: Context, id: number) {
  const [row] = await from(ctx, resources.ticket, 'read')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .select(['tickets.id', 'tickets.number', 'tickets.title', 'groups.name as group'])
    .select(['tickets.group_id', 'tickets.customer_id', 'tickets.organization_id', 'tickets.owner_id'])
    .where('tickets.id', '=', id)
    .execute()
  if (!row || roleFor('see', ctx.actor, row) !== 'agent') return undefined
  return row as { id: number; number: string; title: string; group: string }
}

/** Returns the subject. It depends on the ticket alone, so that programs that compare subjects group the mails about it. */
async function subjectOf(ctx: WriteContext, { number, title }: { number: string; title: string }): Promise<string> {
  const style = {
    hook: await settingOf(ctx, 'ticket_hook'),
    position: await settingOf(ctx, 'ticket_hook_position'),
    reply: '',
    size: await settingOf(ctx, 'ticket_subject_size'),
  }
  return subjectFor(style, number, title, false)
}
