/** Writes the digest that an agent gets on workdays: tickets that are late, due, waiting for a reply, or without an owner. */
import { noOwner, resources } from '@deskbell/contract'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { settingOf } from '../../kernel/settings.ts'
import { hasState, stateIdsOf } from '../../resources/report/report-request.ts'
import { actorIn } from '../../resources/user/actor.ts'
import type { ClaimedTask } from '../../tasks/tasks.ts'
import type { Block } from './content.ts'
import { pageAddress, type Recipient, recipientOf } from './recipient.ts'
import type { ServiceMail } from './service-mail.ts'
import { unsubscribeAddress } from './unsubscribe.ts'

/** Maximum number of tickets in a section of the digest. */
const MAX_TICKETS = 10

/** Writes the digest of an agent; undefined if there are no such tickets, or the agent no longer wants it. */
export async function digestMail(
  ctx: WriteContext,
  { payload }: ClaimedTask,
  key: string,
): Promise<ServiceMail | undefined> {
  const recipient = await recipientOf(ctx, Number(payload['user_id']))
  const actor = recipient && (await actorIn(ctx, recipient.id))
  if (!actor || recipient.preferences['mail_digest'] !== true) return undefined
  const sections = await sectionsOf({ ...ctx, actor }, recipient)
  if (sections.length === 0) return undefined
  const { texts, locale } = recipient
  const day = Temporal.PlainDate.from(String(payload['day'])).toLocaleString(locale, { dateStyle: 'medium' })
  const address = await unsubscribeAddress(ctx, key, { user: recipient.id, kind: 'digest' })
  return {
    kind: 'digest',
    to: { name: recipient.name, address: recipient.address },
    subject: texts.digestSubject(await settingOf(ctx, 'product_name'), day),
    unsubscribe: address.post,
    content: [
      texts.hello(recipient.firstname),
      ...sections,
      { link: await pageAddress(ctx, '/dashboard/day'), label: texts.openDay },
      { footer: texts.digestReason, link: address.page, label: texts.turnOff },
    ],
  }
}

type Tickets = ReturnType<typeof from>

async function sectionsOf(ctx: Context, { zone, texts }: Recipient): Promise<Block[]> {
  const now = ctx.desk.now().toISOString()
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(zone)
  const endOfDay = local
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(zone)
    .toInstant()
    .toString({ smallestUnit: 'millisecond' })
  const { open } = await stateIdsOf(ctx)
  const ownTickets = () =>
    from(ctx, resources.ticket).where(hasState(open, 'state_id')).where('owner_id', '=', ctx.actor.id)
  const unassignedTickets = () =>
    from(ctx, resources.ticket)
      .where(hasState(open, 'state_id'))
      .where('owner_id', '=', noOwner)
      // SQL requires a list that is not empty; no group has the id 0.
      .where('group_id', 'in', [...ctx.actor.groups.full, 0])
  const selections: readonly [name: keyof typeof texts.digestOf, Tickets, order: string][] = [
    ['overdue', ownTickets().where('escalation_at', '<=', now), 'escalation_at'],
    ['dueToday', ownTickets().where('escalation_at', '>', now).where('escalation_at', '<', endOfDay), 'escalation_at'],
    ['reminders', ownTickets().where('pending_time', '<', endOfDay), 'pending_time'],
    ['waiting', ownTickets().where('waiting_since', 'is not', null), 'waiting_since'],
    ['unassigned', unassignedTickets(), 'created_at'],
  ]
  const sections: Block[] = []
  for (const [name, tickets, order] of selections)
    sections.push(...(await sectionOf(ctx, tickets, order, texts.digestOf[name], texts.more)))
  return sections
}

async function sectionOf(
  ctx: Context,
  tickets: Tickets,
  order: string,
  heading: (count: number) => string,
  more: (count: number) => string,
): Promise<Block[]> {
  const counted = await tickets.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const count = Number(counted['count'])
  if (count === 0) return []
  const rows = await tickets.select(['number', 'title']).orderBy(order).orderBy('id').limit(MAX_TICKETS).execute()
  const hook = await settingOf(ctx, 'ticket_hook')
  const list = rows.map(({ number, title }) => `${hook}${String(number)}: ${String(title)}`)
  const rest = count - list.length
  return [{ heading: heading(count) }, { list: rest > 0 ? [...list, more(rest)] : list }]
}
