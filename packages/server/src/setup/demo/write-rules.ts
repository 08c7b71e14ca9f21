import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { create } from '../../writing/write.ts'
import { articleBody } from '../../resources/article/prepare.ts'
import { demoNote } from './people.ts'

/** Writes a trigger, a ticket that the trigger changes, and an SLA, which sets the deadlines of open tickets. */
export async function writeRules(ctx: WriteContext): Promise<void> {
  await writeSla(ctx)
  await create(ctx, resources.trigger, { ...urgent, note: demoNote })
  await writeUrgentTicket(ctx)
}

async function writeSla(ctx: WriteContext): Promise<void> {
  const calendar = await ctx.db.sql.selectFrom('calendars').select('id').where('default', '=', true).executeTakeFirst()
  if (!calendar) return
  // In minutes; the time for the solution is three days of eight hours.
  const times = { first_response_time: 120, response_time: 240, solution_time: 3 * 8 * 60 }
  const name = 'Answers within two hours'
  await create(ctx, resources.sla, { name, calendar_id: calendar.id, condition: {}, ...times })
}

/** Creates a ticket that the trigger changes. */
async function writeUrgentTicket(ctx: WriteContext): Promise<void> {
  const { id } = await create(ctx, resources.ticket, {
    title: 'Urgent: no printer works',
    group: 'Users',
    customer_id: await firstCustomer(ctx),
    note: demoNote,
  })
  const values = {
    body: 'None of the printers has responded since this morning.',
    content_type: 'text/plain',
    type: 'phone',
    sender: 'Customer',
  }
  await create(ctx, resources.article, articleBody({ values, files: [], mentioned: [] }, id))
}

/**
 * Gives new tickets with `urgent` in the title a high priority and a tag, assigns them to the agent with the fewest
 * tickets, and adds a note.
 */
const urgent = {
  name: 'Urgent requests',
  condition: {
    'ticket.action': { operator: 'is', value: 'create' },
    'ticket.title': { operator: 'contains', value: ['urgent'] },
  },
  perform: {
    'ticket.priority_id': { value: '3' },
    'ticket.owner_id': { pre_condition: 'least_busy' },
    'ticket.tags': { operator: 'add', value: 'urgent' },
    'article.note': {
      subject: 'Urgent',
      body: '<p>Please answer #{ticket.customer.firstname} first.</p>',
      internal: 'true',
    },
  },
}

async function firstCustomer({ db }: WriteContext): Promise<number> {
  const { id } = await db.sql
    .selectFrom('users')
    .innerJoin('roles_users', 'roles_users.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Customer')
    .where('users.note', '=', demoNote)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
