/** Writes imported mails in a unit of work. Each continues an existing ticket or opens one, unless it was imported before. */
import { resources } from '@deskbell/contract'
import { withCustomDefaults } from '../writing/custom.ts'
import { insert, record, runStatement, update } from '../writing/unit-of-work.ts'
import { countersOf, type ArticleFacts } from '../resources/ticket/changes.ts'
import { nextTicketNumber } from '../resources/ticket/number.ts'
import { articlesOf } from '../resources/ticket/counters.ts'
import type { Unit, WriteContext } from '../kernel/context.ts'
import { type Letter, writeArticle } from './article.ts'
import { groupFor } from './groups.ts'
import { findTicket, recordThread } from './known-threads.ts'
import type { Mail } from './mail.ts'
import { type Person, personFor } from './people.ts'
import { stateOfImported } from './imported-state.ts'
import type { Rules } from './import-rules.ts'
import { emptyTally, type Tally } from './tally.ts'
import { isEmail } from '../resources/user/names.ts'
import { cut } from './text.ts'
import { titleOf } from './thread.ts'
import { findImported, addImported, identify } from './known-mails.ts'

/** The result of writing letters. */
export interface Receipt {
  readonly made: Tally
  /** Letters that had been imported before. */
  readonly known: number
}

/** Writes letters in their order, except those that were imported before. */
export async function receive(ctx: WriteContext, rules: Rules, letters: readonly Letter[]): Promise<Receipt> {
  const work: Work = { ctx, rules, made: emptyTally(), tickets: new Map(), imports: [] }
  const imported = await findImported(ctx, letters)
  let known = 0
  for (const letter of letters) {
    const at = letter.mail.date ?? ctx.now
    const identity = identify(imported, letter, at)
    if (identity.article === undefined) {
      const mail = { ...letter.mail, message_id: identity.message_id }
      addImported(imported, { ...letter, mail }, at, await write(work, { ...letter, mail }, at))
    } else {
      known += 1
      const { sha256 } = letter.original
      if (!imported.hashes.has(sha256)) work.imports.push(importOf(ctx, letter, identity.article))
      imported.hashes.add(sha256)
    }
  }
  if (work.imports.length > 0) await ctx.db.sql.insertInto('mail_imports').values(work.imports).execute()
  for (const [ticket, before] of work.tickets) await updateTicket(ctx, rules, ticket, before)
  return { made: work.made, known }
}

interface Work {
  readonly ctx: WriteContext
  readonly rules: Rules
  readonly made: Tally
  /** The tickets to which letters were added, with their previous state. */
  readonly tickets: Map<number, TicketBefore>
  readonly imports: ReturnType<typeof importOf>[]
}

interface TicketBefore {
  /** Whether only imports have written to it; its state and times then follow from its mails. */
  readonly untouched: boolean
  readonly updated_at: string
  /** Changes when an earlier mail is imported. */
  created_at: string
}

const importOf = ({ now }: Unit, { original, mail }: Letter, article_id: number) => ({
  ...original,
  message_id: mail.message_id,
  article_id,
  created_at: now,
})

/** Writes a letter as an article, and as a ticket if it opens one. @returns the id of the article. */
async function write(work: Work, letter: Letter, at: string): Promise<number> {
  const { ctx, made, tickets, rules } = work
  const { mail } = letter
  const sender = await personFor(ctx, made, mail.sender)
  const asSender = { ...ctx, by: sender.id }
  const found = await findTicket(ctx, mail, at)
  if (found !== undefined && !tickets.has(found)) tickets.set(found, await stateBefore(ctx, found))
  const ticket = found ?? (await openTicket({ ...work, ctx: asSender }, mail, sender, at))
  if (found !== undefined) await makeFirst(work, found, mail, sender, at)
  const { senders, email: type_id } = rules.ids
  const sender_id = sender.isAgent ? senders.agent : senders.customer
  const article = await writeArticle(asSender, made, letter, { ticket_id: ticket, type_id, sender_id, at })
  await recordThread(ctx, ticket, mail, at)
  work.imports.push(importOf(ctx, letter, article))
  return article
}

async function stateBefore(unit: Unit, ticket: number): Promise<TicketBefore> {
  const [[created_at, updated_at, last_at] = ['', '', null]] = await runStatement<[string, string, string | null]>(
    unit,
    'mail: state before',
    (db, input) =>
      db
        .selectFrom('tickets')
        .leftJoin('mail_threads', 'mail_threads.ticket_id', 'tickets.id')
        .select(['tickets.created_at', 'tickets.updated_at', 'mail_threads.last_at'])
        .where('tickets.id', '=', input<number>(0)),
    ticket,
  )
  // An import sets `updated_at` to the time of the last mail; every other change sets it to the current time.
  return { created_at, updated_at, untouched: updated_at === last_at }
}

async function openTicket(
  { ctx, rules, made, tickets }: Work,
  mail: Mail,
  sender: Person,
  at: string,
): Promise<number> {
  const customer = await customerOf(ctx, made, mail, sender)
  const columns = {
    number: await nextTicketNumber(ctx),
    title: ticketTitle(mail),
    group_id: await groupFor(ctx, made, mail, rules.group),
    customer_id: customer.id,
    organization_id: customer.organization_id,
    state_id: rules.ids.states.new,
    priority_id: rules.ids.priority,
    created_at: at,
    updated_at: at,
  }
  const id = await insert(ctx, 'ticket', await withCustomDefaults(ctx, resources.ticket, columns))
  await record(ctx, { type: 'created', name: 'ticket', id, at })
  tickets.set(id, { untouched: true, created_at: at, updated_at: at })
  made.tickets += 1
  return id
}

const ticketTitle = (mail: Mail): string => cut(titleOf(mail.subject), 250) || '(no subject)'

/** Returns the customer of a ticket: its first sender, or the first recipient of an agent's mail. */
async function customerOf(ctx: WriteContext, made: Tally, mail: Mail, sender: Person): Promise<Person> {
  const recipient = sender.isAgent ? mail.to.find(({ address }) => isEmail(address)) : undefined
  return recipient ? personFor(ctx, made, recipient) : sender
}

/** Gives the ticket the title and customer of the mail, if it is earlier than all others, such as a question imported after its answer. */
async function makeFirst(work: Work, ticket: number, mail: Mail, sender: Person, at: string): Promise<void> {
  const { ctx, made, tickets } = work
  const before = tickets.get(ticket)
  if (!before?.untouched || at >= before.created_at) return
  before.created_at = at
  const { id: customer_id, organization_id } = await customerOf(ctx, made, mail, sender)
  await update(ctx, 'ticket', ticket, { title: ticketTitle(mail), customer_id, organization_id, created_at: at })
}

/** Updates the columns of a ticket that depend on its articles, once for all articles of a unit of work. */
async function updateTicket(
  unit: Unit,
  { ids, closedBefore }: Rules,
  ticket: number,
  before: TicketBefore,
): Promise<void> {
  const articles = await articlesOf(unit, ticket)
  const counters = countersOf(articles)
  if (before.untouched) {
    return update(unit, 'ticket', ticket, { ...counters, ...stateOfImported(articles, ids, closedBefore) })
  }
  await update(unit, 'ticket', ticket, counters)
  await reopen(unit, { ids, closedBefore, group: undefined }, ticket, before, articles.at(-1))
}

/** Reopens a closed ticket if its last article is new mail of the customer. */
async function reopen(
  unit: Unit,
  { ids, closedBefore }: Rules,
  ticket: number,
  before: TicketBefore,
  last?: ArticleFacts,
): Promise<void> {
  if (!last || last.sender_id !== ids.senders.customer) return
  if (last.created_at < closedBefore || last.created_at <= before.updated_at) return
  const { state_id } = await unit.db.sql
    .selectFrom('tickets')
    .select('state_id')
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow()
  if (state_id !== ids.states.closed) return
  await update(unit, 'ticket', ticket, { state_id: ids.states.open })
  await record(unit, {
    type: 'updated',
    name: 'ticket',
    id: ticket,
    changes: { state: { from: 'closed', to: 'open' } },
  })
}
