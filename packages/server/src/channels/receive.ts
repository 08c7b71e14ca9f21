/** Mails into the desk, inside a unit of work: each is known already, an article of its thread's ticket, or a ticket of its own. */
import { ask, insert, record, update } from '../writing/unit-of-work.ts'
import { countersOf, type ArticleFacts } from '../resources/ticket/changes.ts'
import { nextTicketNumber } from '../resources/ticket/number.ts'
import { articlesOf } from '../resources/ticket/counters.ts'
import type { Unit, WriteContext } from '../kernel/context.ts'
import { type Letter, writeArticle, written } from './article.ts'
import { groupFor } from './groups.ts'
import { findTicket, md5, noteThread } from './known-threads.ts'
import type { Mail } from './mail.ts'
import { type Person, personFor } from './people.ts'
import { archived, type FixedIds } from './settle.ts'
import { emptyTally, type Tally } from './tally.ts'
import { isEmail } from '../resources/user/names.ts'
import { cut } from './text.ts'
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
export async function receive(ctx: WriteContext, rules: Rules, letters: readonly Letter[]): Promise<Receipt> {
  const work: Work = { ctx, rules, made: emptyTally(), tickets: new Map(), imports: [] }
  const desk = await lookUp(ctx, letters)
  let known = 0
  for (const letter of letters) {
    const at = letter.mail.date ?? ctx.now
    const identity = identify(desk, letter, at)
    if (identity.article === undefined) {
      const mail = { ...letter.mail, message_id: identity.message_id }
      note(desk, { ...letter, mail }, at, await write(work, { ...letter, mail }, at))
    } else {
      known += 1
      const { sha256 } = letter.original
      if (!desk.hashes.has(sha256)) work.imports.push(importOf(ctx, letter, identity.article))
      desk.hashes.add(sha256)
    }
  }
  if (work.imports.length > 0) await ctx.db.sql.insertInto('mail_imports').values(work.imports).execute()
  for (const [ticket, before] of work.tickets) await settle(ctx, rules, ticket, before)
  return { made: work.made, known }
}

interface Work {
  readonly ctx: WriteContext
  readonly rules: Rules
  readonly made: Tally
  /** The tickets this unit writes to, as they were before. */
  readonly tickets: Map<number, Before>
  readonly imports: ReturnType<typeof importOf>[]
}

interface Before {
  /** Nobody but mail import has written to it, so its state and times follow its mails. */
  readonly untouched: boolean
  readonly updated_at: string
  /** Moves when an earlier mail is found. */
  created_at: string
}

const importOf = ({ now }: Unit, { original, mail }: Letter, article_id: number) => ({
  ...original,
  message_id: mail.message_id,
  article_id,
  created_at: now,
})

/** What the desk has of the letters, kept up to date while they are written. */
interface Desk {
  readonly hashes: Set<string>
  /** Articles by the hash of their Message-ID. */
  readonly articles: Map<string, Namesake[]>
}

interface Namesake {
  readonly id: number
  readonly from: string | null
  readonly created_at: string
}

async function lookUp({ db }: Unit, letters: readonly Letter[]): Promise<Desk> {
  const hashes = letters.map(({ original }) => original.sha256)
  const imported = await db.sql.selectFrom('mail_imports').select('sha256').where('sha256', 'in', hashes).execute()
  const ids = [...new Set(letters.map(({ mail }) => md5(mail.message_id)))]
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'from', 'created_at', 'message_id_md5'])
    .where('message_id_md5', 'in', ids)
    .orderBy('id')
    .execute()
  return {
    hashes: new Set(imported.map(({ sha256 }) => sha256)),
    articles: Map.groupBy(rows, (row) => row.message_id_md5 ?? ''),
  }
}

function note(desk: Desk, { mail, original }: Letter, at: string, id: number): void {
  desk.hashes.add(original.sha256)
  const key = md5(mail.message_id)
  desk.articles.set(key, [...(desk.articles.get(key) ?? []), { id, from: written(mail.from), created_at: at }])
}

/**
 * Whether a mail is in the desk, as which article. The same bytes are; so is a mail with the Message-ID, sender and time of
 * one that is (a copy that came over another way). The Message-ID alone proves nothing: some programs give every mail the
 * same one, and then it gets another.
 */
function identify(
  desk: Desk,
  { mail, original: { sha256 } }: Letter,
  at: string,
): { article?: number; message_id: string } {
  const { message_id } = mail
  const namesakes = desk.articles.get(md5(message_id)) ?? []
  if (desk.hashes.has(sha256)) return { article: namesakes[0]?.id ?? 0, message_id }
  const from = written(mail.from)
  const same = namesakes.find((row) => row.from === from && (row.created_at === at || mail.date === null))
  if (same) return { article: same.id, message_id }
  return { message_id: namesakes.length === 0 ? message_id : `<${sha256.slice(0, 40)}@same-message-id.invalid>` }
}

/** @returns the id of the article. */
async function write(work: Work, letter: Letter, at: string): Promise<number> {
  const { ctx, made, tickets, rules } = work
  const { mail } = letter
  const sender = await personFor(ctx, made, mail.sender)
  const inHisName = { ...ctx, by: sender.id }
  const found = await findTicket(ctx, mail, at)
  if (found !== undefined && !tickets.has(found)) tickets.set(found, await stateBefore(ctx, found))
  const ticket = found ?? (await openTicket({ ...work, ctx: inHisName }, mail, sender, at))
  if (found !== undefined) await leadIfFirst(work, found, mail, sender, at)
  const { senders, email: type_id } = rules.ids
  const sender_id = sender.isAgent ? senders.agent : senders.customer
  const article = await writeArticle(inHisName, made, letter, { ticket_id: ticket, type_id, sender_id, at })
  await noteThread(ctx, ticket, mail, at)
  work.imports.push(importOf(ctx, letter, article))
  return article
}

async function stateBefore(unit: Unit, ticket: number): Promise<Before> {
  const [[created_at, updated_at, last_at] = ['', '', null]] = await ask<[string, string, string | null]>(
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
  // Every change by a person stamps the ticket with the present; import stamps it with its last mail.
  return { created_at, updated_at, untouched: updated_at === last_at }
}

async function openTicket(
  { ctx, rules, made, tickets }: Work,
  mail: Mail,
  sender: Person,
  at: string,
): Promise<number> {
  const customer = await customerOf(ctx, made, mail, sender)
  const id = await insert(ctx, 'ticket', {
    number: await nextTicketNumber(ctx),
    title: ticketTitle(mail),
    group_id: await groupFor(ctx, made, mail, rules.group),
    customer_id: customer.id,
    organization_id: customer.organization_id,
    state_id: rules.ids.states.new,
    priority_id: rules.ids.priority,
    created_at: at,
    updated_at: at,
  })
  await record(ctx, { type: 'created', name: 'ticket', id, at })
  tickets.set(id, { untouched: true, created_at: at, updated_at: at })
  made.tickets += 1
  return id
}

const ticketTitle = (mail: Mail): string => cut(titleOf(mail.subject), 250) || '(no subject)'

/** Who a ticket is for: its first sender, or who an agent wrote to. */
async function customerOf(ctx: WriteContext, made: Tally, mail: Mail, sender: Person): Promise<Person> {
  const receiver = sender.isAgent ? mail.to.find(({ address }) => isEmail(address)) : undefined
  return receiver ? personFor(ctx, made, receiver) : sender
}

/** The question that arrives after its answers leads the ticket: its subject, its sender. */
async function leadIfFirst(work: Work, ticket: number, mail: Mail, sender: Person, at: string): Promise<void> {
  const { ctx, made, tickets } = work
  const before = tickets.get(ticket)
  if (!before?.untouched || at >= before.created_at) return
  before.created_at = at
  const { id: customer_id, organization_id } = await customerOf(ctx, made, mail, sender)
  await update(ctx, 'ticket', ticket, { title: ticketTitle(mail), customer_id, organization_id, created_at: at })
}

/** Brings the ticket in line with its articles, once for all that a unit added to it. */
async function settle(unit: Unit, { ids, closedBefore }: Rules, ticket: number, before: Before): Promise<void> {
  const articles = await articlesOf(unit, ticket)
  const told = countersOf(articles)
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
