import type { ResourceName } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import { readOne } from '../../kernel/crud.ts'
import { declared } from '../../kernel/context.ts'
import type { Held, Rules, Writing } from '../../kernel/rules.ts'
import { insert, record, update } from '../../writing/unit-of-work.ts'
import { asWhole, invalidParam, missing } from '../../writing/values.ts'
import { create } from '../../writing/write.ts'
import { workOn } from '../scopes.ts'
import { settingOf } from '../setting/setting.ts'

/** A checklist or a template of one: where its lines are, and what they are called there. */
interface Lines {
  readonly items: 'checklist_item' | 'checklist_template_item'
  readonly near: string
}
const ofChecklist: Lines = { items: 'checklist_item', near: 'checklist_id' }
const ofTemplate: Lines = { items: 'checklist_template_item', near: 'checklist_template_id' }

/** More lines than these are no list that somebody checks. */
const mostLines = 100

/** Who may change a ticket may change its checklist. */
export const checklistRules: Rules = {
  special: ['items', 'sorted_item_ids', 'template_id'],
  async imply(ctx, { before, given, body }) {
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    return template && given['name'] === undefined ? { name: template.name } : {}
  },
  async allow(ctx, before, after) {
    await isOn(ctx)
    await workOn(ctx, (after ?? before)?.['ticket_id'] as number, 'change')
  },
  async follow(ctx, id, { before, given, body }) {
    if (!before) await nameOnTicket(ctx, given['ticket_id'] as number, null, id)
    const template = before ? undefined : await templateIn(ctx, body['template_id'])
    if (template) await addLines(ctx, ofChecklist, id, await textsOf(ctx, template.id))
    await writeLines(ctx, ofChecklist, id, body)
  },
  async clear(ctx, id, before) {
    await removeLines(ctx, ofChecklist, id)
    await nameOnTicket(ctx, before['ticket_id'] as number, id, null)
  },
}

/** The ticket names its checklist, and so changes with it. */
async function nameOnTicket({ unit }: Writing, ticket: number, from: number | null, to: number | null): Promise<void> {
  await update(unit, 'ticket', ticket, { checklist_id: to })
  await record(unit, { type: 'updated', name: 'ticket', id: ticket, changes: { checklist_id: { from, to } } })
}

/**
 * Appends lines to a checklist, which a ticket gets with the first ones.
 * @param given the checklist, or the ticket it belongs to.
 * @returns the ids of the new lines.
 */
export async function appendLines(ctx: Writing, given: Held): Promise<number[]> {
  const { items } = given
  if (!Array.isArray(items) || items.length === 0) throw missing('items')
  const checklist_id = await checklistIn(ctx, given)
  const ids: number[] = []
  for (const text of textsIn(items)) {
    ids.push((await create(ctx, declared('checklist_item'), { checklist_id, text })).id)
  }
  return ids
}

async function checklistIn(ctx: Writing, { ticket_id, checklist_id }: Held): Promise<unknown> {
  if (ticket_id === undefined || ticket_id === null || ticket_id === '') {
    if (asWhole(checklist_id) === undefined) throw missing('checklist_id')
    return asWhole(checklist_id)
  }
  const ticket = asWhole(ticket_id)
  if (ticket === undefined) throw invalidParam('ticket_id', ticket_id)
  await workOn(ctx, ticket, 'change')
  const known = await ctx.unit.db.sql
    .selectFrom('checklists')
    .select('id')
    .where('ticket_id', '=', ticket)
    .executeTakeFirst()
  return known?.id ?? (await create(ctx, declared('checklist'), { ticket_id: ticket })).id
}

/** A line belongs to a checklist of a ticket that one may change; the ticket it waits for is one that one may read. */
export const checklistItemRules: Rules = {
  async imply(ctx, { before, given }) {
    if (typeof given['ticket_id'] === 'number') {
      await readOne(ctx, declared('ticket'), given['ticket_id'], { mode: 'columns', fields: ['id'] })
    }
    if (before) return {}
    const list = given['checklist_id'] as number
    const last = await lastPosition(ctx, ofChecklist, list)
    if (last.count >= mostLines) throw tooMany()
    return { position: last.position + 1 }
  },
  async allow(ctx, before, after) {
    await isOn(ctx)
    const list = await ctx.unit.db.sql
      .selectFrom('checklists')
      .select('ticket_id')
      .where('id', '=', (after ?? before)?.['checklist_id'] as number)
      .executeTakeFirst()
    await workOn(ctx, list?.ticket_id ?? 0, 'change')
  },
}

export const checklistTemplateRules: Rules = {
  special: ['items', 'sorted_item_ids'],
  follow: (ctx, id, { body }) => writeLines(ctx, ofTemplate, id, body),
  clear: (ctx, id) => removeLines(ctx, ofTemplate, id),
}

async function isOn(ctx: Writing): Promise<void> {
  if (!(await settingOf(ctx, 'checklist'))) throw new Fault('forbidden', 'Not authorized (Checklists are not enabled)!')
}

async function templateIn({ unit }: Writing, given: unknown): Promise<{ id: number; name: string } | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  const id = Number(given)
  const template = Number.isSafeInteger(id)
    ? await unit.db.sql
        .selectFrom('checklist_templates')
        .select(['id', 'name'])
        .where('id', '=', id)
        .where('active', '=', true)
        .executeTakeFirst()
    : undefined
  if (!template)
    throw invalid('template_id', `Invalid value for param 'template_id': ${JSON.stringify(given).slice(0, 60)}`)
  return template
}

async function textsOf({ unit }: Writing, template: number): Promise<string[]> {
  const rows = await unit.db.sql
    .selectFrom('checklist_template_items')
    .select('text')
    .where('checklist_template_id', '=', template)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

/** `items` are the texts of all lines, in the place of those that are there; `sorted_item_ids` is their order. */
async function writeLines(ctx: Writing, of: Lines, id: number, { items, sorted_item_ids }: Held): Promise<void> {
  if (items !== undefined) {
    const texts = textsIn(items)
    await removeLines(ctx, of, id)
    await addLines(ctx, of, id, texts)
  } else if (sorted_item_ids !== undefined) await sortLines(ctx, of, id, sorted_item_ids)
}

function textsIn(items: unknown): string[] {
  if (!Array.isArray(items)) throw invalid('items', 'items: expected a list of texts.')
  if (items.length > mostLines) throw tooMany()
  return items.map((item: unknown) => {
    const text = typeof item === 'object' && item !== null ? (item as Held)['text'] : item
    if (typeof text !== 'string' || text.includes('\0')) throw invalid('items', 'items: expected a list of texts.')
    if (Array.from(text).length > 500) throw invalid('items', 'items: a text is too long (maximum is 500 characters).')
    return text.toWellFormed()
  })
}

const tooMany = () => invalid('items', `items: at most ${mostLines} lines.`)

async function addLines(ctx: Writing, { items, near }: Lines, id: number, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await insert(ctx.unit, items, { [near]: id, text, position: index + 1 })
  }
}

async function sortLines(ctx: Writing, { items, near }: Lines, id: number, given: unknown): Promise<void> {
  const ids = Array.isArray(given) ? given.map(Number) : []
  const rows = await dynamic(ctx.unit.db).selectFrom(declared(items).path).select('id').where(near, '=', id).execute()
  const own = new Set(rows.map((row) => row['id'] as number))
  if (!Array.isArray(given) || ids.length !== own.size || !ids.every((line) => own.delete(line))) {
    throw invalid('sorted_item_ids', 'sorted_item_ids: expected the id of each line once.')
  }
  for (const [index, line] of ids.entries()) await update(ctx.unit, items, line, { position: index + 1 })
}

async function removeLines({ unit }: Writing, { items, near }: Lines, id: number): Promise<void> {
  await dynamic(unit.db)
    .deleteFrom(declared(items satisfies ResourceName).path)
    .where(near, '=', id)
    .execute()
}

async function lastPosition({ unit }: Writing, { items, near }: Lines, id: number) {
  const row = await dynamic(unit.db)
    .selectFrom(declared(items).path)
    .select([
      sql<number | string>`coalesce(max(position), 0)`.as('position'),
      sql<number | string>`count(*)`.as('count'),
    ])
    .where(near, '=', id)
    .executeTakeFirstOrThrow()
  return { position: Number(row.position), count: Number(row.count) }
}
