/** Mails into the desk, inside a unit of work: each is known already, an article of its thread's ticket, or a ticket of its own. */
import { insert, nextTicketNumber, record, type Unit, update } from '../kernel/unit-of-work.ts'
import { type Letter, writeArticle, written } from './article.ts'
import { groupFor } from './groups.ts'
import { findTicket, md5, noteThread } from './known-threads.ts'
import type { Mail } from './mail.ts'
import { isAddress } from './parse.ts'
import { cut, type Person, personFor } from './people.ts'
import { archived, contacts, type FixedIds, type Said } from './settle.ts'
import { emptyTally, type Tally } from './tally.ts'
import { titleOf } from './thread.ts'

/** What is the same for all letters of an import. */
export interface Rules {
  readonly ids: FixedIds & { readonly email: number; readonly priority: number }
  /** All tickets go to this group; by list and address when it is not given. */
  readonly group: string | undefined
  /** Tickets without mail since then are closed; ISO 8601. */
  readonly closedBefore: string
}

/** What a unit did with its letters. */
export interface Receipt {
  readonly made: Tally
  /** Letters that were in the desk already. */
  readonly known: number
}

/** Writes letters in their order; each is known already, continues a ticket or opens one. */
export async function receive(unit: Unit, rules: Rules, letters: readonly Letter[]): Promise<Receipt> {
  const made = emptyTally()
  const changed = new Map<number, Before>()
  let known = 0
  for (const letter of letters) {
    const at = letter.mail.date ?? unit.now
    const identity = await identify(unit, letter, at)
    if (identity.known) known += 1
    else await write({ unit, rules, made, changed }, { ...letter, mail: identity.mail }, at)
  }
  for (const [ticket, before] of changed) await settle(unit, rules, ticket, before)
  return { made, known }
}

interface Work {
  readonly unit: Unit
  readonly rules: Rules
  readonly made: Tally
  /** The tickets this unit wrote to, as they were before. */
  readonly changed: Map<number, Before>
}

interface Before {
  /** Nobody but mail import has written to it, so its state and times follow its mails. */
  readonly untouched: boolean
  readonly updated_at: string
}

/**
 * Whether a mail is in the desk. The same bytes are; so is a mail with the Message-ID, sender and time of one that is (a
 * copy that came over another way). The Message-ID alone proves nothing: some programs give every mail the same one.
 */
async function identify({ db, now }: Unit, { mail, sha256 }: Letter, at: string) {
  const imported = await db.sql.selectFrom('mail_imports').select('id').where('sha256', '=', sha256).executeTakeFirst()
  if (imported) return { known: true, mail }
  const namesakes = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'from', 'created_at'])
    .where('message_id_md5', '=', md5(mail.message_id))
    .execute()
  if (namesakes.length === 0) return { known: false, mail }
  const from = written([mail.from])
  const same = namesakes.find((row) => row.from === from && (row.created_at === at || mail.date === null))
  if (!same) return { known: false, mail: { ...mail, message_id: `<${sha256.slice(0, 40)}@same-message-id.invalid>` } }
  const values = { sha256, message_id: mail.message_id, article_id: same.id, created_at: now }
  await db.sql.insertInto('mail_imports').values(values).execute()
  return { known: true, mail }
}

async function write(work: Work, letter: Letter, at: string): Promise<void> {
  const { unit, made, changed } = work
  const { mail, sha256 } = letter
  const sender = await personFor(unit, made, mail.from)
  const inHisName = { ...unit, by: sender.id }
  const found = await findTicket(unit, mail, at)
  if (found !== undefined && !changed.has(found)) changed.set(found, await stateBefore(unit, found))
  const ticket = found ?? (await openTicket({ ...work, unit: inHisName }, mail, sender, at))
  if (found !== undefined) await leadIfFirst(work, found, mail, sender, at)
  const { ids } = work.rules
  const sender_id = sender.isAgent ? ids.senders.agent : ids.senders.customer
  const article = await writeArticle(inHisName, made, letter, { ticket_id: ticket, type_id: ids.email, sender_id, at })
  await noteThread(unit, ticket, mail, at)
  const values = { sha256, message_id: mail.message_id, article_id: article, created_at: unit.now }
  await unit.db.sql.insertInto('mail_imports').values(values).execute()
}

async function stateBefore({ db }: Unit, ticket: number): Promise<Before> {
  const { updated_at, last_at } = await db.sql
    .selectFrom('tickets')
    .leftJoin('mail_threads', 'mail_threads.ticket_id', 'tickets.id')
    .select(['tickets.updated_at', 'mail_threads.last_at'])
    .where('tickets.id', '=', ticket)
    .executeTakeFirstOrThrow()
  // Every change by a person stamps the ticket with the present; import stamps it with its last mail.
  return { untouched: updated_at === last_at, updated_at }
}

async function openTicket(
  { unit, rules, made, changed }: Work,
  mail: Mail,
  sender: Person,
  at: string,
): Promise<number> {
  const customer = await customerOf(unit, made, mail, sender)
  const id = await insert(unit, 'ticket', {
    number: await nextTicketNumber(unit),
    title: ticketTitle(mail),
    group_id: await groupFor(unit, made, mail, rules.group),
    customer_id: customer.id,
    organization_id: customer.organization_id,
    state_id: rules.ids.states.new,
    priority_id: rules.ids.priority,
    created_at: at,
    updated_at: at,
  })
  await record(unit, { type: 'created', name: 'ticket', id, at })
  changed.set(id, { untouched: true, updated_at: at })
  made.tickets += 1
  return id
}

const ticketTitle = (mail: Mail): string => cut(titleOf(mail.subject), 250) || '(no subject)'

/** Who a ticket is for: its first sender, or who an agent wrote to. */
async function customerOf(unit: Unit, made: Tally, mail: Mail, sender: Person): Promise<Person> {
  const receiver = sender.isAgent ? mail.to.find(({ address }) => isAddress(address)) : undefined
  return receiver ? personFor(unit, made, receiver) : sender
}

/** The question that arrives after its answers leads the ticket: its subject, its sender. */
async function leadIfFirst(work: Work, ticket: number, mail: Mail, sender: Person, at: string): Promise<void> {
  const { unit, made, changed } = work
  if (!changed.get(ticket)?.untouched) return
  const { created_at } = await unit.db.sql
    .selectFrom('tickets')
    .select('created_at')
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow()
  if (at >= created_at) return
  const { id: customer_id, organization_id } = await customerOf(unit, made, mail, sender)
  await update(unit, 'ticket', ticket, { title: ticketTitle(mail), customer_id, organization_id, created_at: at })
}

/** Brings the ticket in line with its articles, once for all that a unit added to it. */
async function settle(unit: Unit, { ids, closedBefore }: Rules, ticket: number, before: Before): Promise<void> {
  const articles: Said[] = await unit.db.sql
    .selectFrom('ticket_articles')
    .innerJoin('ticket_article_types', 'ticket_article_types.id', 'ticket_articles.type_id')
    .select([
      'ticket_articles.created_at',
      'ticket_articles.created_by_id',
      'type_id',
      'sender_id',
      'internal',
      'communication',
    ])
    .where('ticket_id', '=', ticket)
    .orderBy('ticket_articles.created_at')
    .orderBy('ticket_articles.id')
    .execute()
  const told = contacts(articles, ids)
  if (before.untouched) return update(unit, 'ticket', ticket, { ...told, ...archived(articles, ids, closedBefore) })
  await update(unit, 'ticket', ticket, told)
  await reopen(unit, { ids, closedBefore, group: undefined }, ticket, before, articles.at(-1))
}

/** A ticket that people work on follows the rule of the mail channel: new mail of the customer opens it again. */
async function reopen(
  unit: Unit,
  { ids, closedBefore }: Rules,
  ticket: number,
  before: Before,
  last?: Said,
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
  await record(unit, { type: 'updated', name: 'ticket', id: ticket, changes: { state: ['closed', 'open'] } })
}
