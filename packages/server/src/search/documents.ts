import { type Resource, resources } from '@deskbell/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection, SortPosition } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { inParallel } from '../db/in-parallel.ts'
import { nextTurn } from '../db/next-turn.ts'
import type { Tables } from '../db/tables.ts'
import { type Placeholder, requestWrite, runCompiled } from '../kernel/statement.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { vocabularyOf } from '../text/words.ts'
import { documentSourceColumns, textTableColumns, indexed, textColumns } from './document-columns.ts'
import { addWords, collectWords } from './vocabulary.ts'
import { customColumn, customTexts } from './custom-words.ts'
import { hasTermPrefix, withTermPrefix, toIndexText, withoutTermPrefix } from './term-prefix.ts'
import { referenceColumn, referenceText } from './references.ts'
import { type Collect, type Texts, ticketTexts } from './ticket-texts.ts'
import { markTickets } from './marked-tickets.ts'
import { renumber, recordDisorder } from './change-order.ts'

/*
 * Writes the documents of the search index, in the transaction of the write. The key of a document is the `change`
 * number of its row, so that a descending scan of the index returns the newest change first; resources without `change`
 * use the id.
 */

/**
 * Writes the documents of all records that a unit of work has marked for indexing, at its end and in its transaction.
 * @returns the words that may be new to the vocabulary. They count as known once the transaction is durable.
 */
export async function indexMarked(unit: Unit): Promise<Set<string>> {
  const words = new Set<string>()
  const collect: Collect = (found) => collectWords(words, unit.desk.words, found)
  await markTickets(unit)
  for (const resource of indexed) {
    const ids = unit.toIndex.get(resource.name)
    if (!ids) continue
    if (resource.name === 'ticket') await indexTickets(unit, [...ids], collect)
    else for (const id of ids) await indexRecord(unit.db, resource, id, collect)
  }
  await addWords(unit.db, words)
  return words
}

/** The size of the cache of known words: enough for the frequent ones, which saves most lookups. */
const MAX_KNOWN_WORDS = 50_000

/** Caches words that are durably in the vocabulary, so that they are not looked up again. */
export function rememberWords({ words: known }: Desk, words: ReadonlySet<string>): void {
  for (const word of words) if (known.size < MAX_KNOWN_WORDS) known.add(word)
}

/**
 * The texts of a document that come from the row itself. @param custom the text of the custom fields, from
 * `customTexts`.
 */
export function ownTexts(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  custom?: string,
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const column of textColumns(resource)) {
    const text = row[column] as string | null
    if (text) texts[column] = hasTermPrefix(column) ? withTermPrefix(column, text) : toIndexText(text)
  }
  if (resource.name === 'ticket') texts[referenceColumn] = referenceText(resource, row)
  if (custom !== undefined) texts[customColumn] = custom
  return texts
}

async function indexRecord(db: Connection, resource: Resource, id: number, collect: Collect): Promise<void> {
  const columns = documentSourceColumns(resource)
  const row = await dynamic(db).selectFrom(resource.path).select(columns).where('id', '=', id).executeTakeFirst()
  await dynamic(db).deleteFrom(`${resource.path}_text`).where('rowid', '=', id).execute()
  if (!row) return
  const custom = await customTexts(db, [row], collect)
  const texts = ownTexts(resource, row, custom(row))
  collectAll(texts, collect)
  await dynamic(db)
    .insertInto(`${resource.path}_text`)
    .values({ rowid: id, ...db.dialect.textRow(textTableColumns(resource), texts) })
    .execute()
}

/**
 * Gives the tickets the next change numbers in the order of `updated_at`, and writes their documents. All old documents
 * are deleted first: while row ids only rise, FTS5 writes a single segment; each step back starts another.
 */
async function indexTickets(unit: Unit, ids: readonly number[], collect: Collect): Promise<void> {
  const { db } = unit
  const textsOf = (tickets: readonly number[]) => ticketTexts(db, tickets, unit.desk.indexLimits, collect)
  const [{ rows, custom, newestOther }, textsOfAll] = await inParallel([
    readAndDeleteDocuments(db, ids, collect),
    // The texts of one batch do not depend on the order of the tickets.
    ids.length <= BATCH ? textsOf(ids) : undefined,
  ])
  const { ordersByChange } = db.dialect
  let newest = newestOther
  // A ticket that already has the newest number keeps it: most indexes contain the number and would be rewritten. Where other
  // processes take numbers at the same time, only tickets that this unit of work has created keep theirs.
  const isNewest = ({ change, created_at }: (typeof rows)[number]) =>
    ordersByChange ? change > newest : created_at >= unit.began
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const parts = textsOfAll ?? (await textsOf(batch.map(({ id }) => id)))
    for (const row of batch) {
      newest = isNewest(row) ? row.change : await renumber(unit, row.id)
      const own = ownTexts(resources.ticket, { ...row, change: newest }, custom(row))
      collectAll(own, collect)
      await writeTicket(unit, newest, row, { ...own, ...parts.get(row.id) })
    }
  }
}

/**
 * Reads tickets in the order of their changes, with the texts of their custom fields, and deletes their documents.
 * @returns also the newest change number of other tickets, where the order of numbers matters.
 */
async function readAndDeleteDocuments(db: Connection, ids: readonly number[], collect: Collect) {
  const list = JSON.stringify(ids)
  const isListed = (input: Placeholder) => db.dialect.among(sql.ref('tickets.id'), input(0))
  const remove = (input: Placeholder) => {
    const changes = db.sql.selectFrom('tickets').select('change').where(isListed(input))
    return dynamic(db).deleteFrom('tickets_text').where('rowid', 'in', changes)
  }
  const select = (input: Placeholder) =>
    db.sql.selectFrom('tickets').selectAll().where(isListed(input)).orderBy('updated_at').orderBy('id')
  await requestWrite({ db }, 'tickets_text:remove', remove, list)
  const rows = await runCompiled<Selectable<Tables['tickets']>>({ db }, 'tickets_text:rows', select, list)
  const first = rows[0]
  const [newestOther, custom] = await inParallel([
    first && db.dialect.ordersByChange ? recordDisorder(db, ids, first) : 0,
    customTexts(db, rows, collect),
  ])
  return { rows, custom, newestOther }
}

/** The number of tickets whose texts are in memory at the same time. */
const BATCH = 16

async function writeTicket(unit: Unit, rowid: number, position: SortPosition, texts: Texts): Promise<void> {
  const values = { rowid, ...unit.db.dialect.textRow(ticketColumns, texts, position) }
  const columns = Object.keys(values)
  const build = (input: Placeholder) => {
    const inputs = Object.fromEntries(columns.map((column, index) => [column, input(index)]))
    return dynamic(unit.db).insertInto('tickets_text').values(inputs)
  }
  await requestWrite(unit, `tickets_text:${columns.join()}`, build, ...Object.values(values))
  const characters = Object.values(texts).reduce((sum, { length }) => sum + length, 0)
  if (characters > LONG_DOCUMENT) await nextTurn()
}

const ticketColumns = textTableColumns(resources.ticket)

/**
 * The length of a document that takes tens of milliseconds to write, in characters. Other requests are served before the next
 * document.
 */
const LONG_DOCUMENT = 100_000

/**
 * Collects the words of texts for the vocabulary. Generated terms and custom fields, which are collected elsewhere, are
 * skipped.
 */
function collectAll(texts: Readonly<Record<string, string>>, collect: Collect): void {
  for (const [column, text] of Object.entries(texts)) {
    if (column !== referenceColumn && column !== customColumn) collect(vocabularyOf(withoutPrefixes(column, text)))
  }
}

/** The text of a column without term prefixes. */
export const withoutPrefixes = (column: string, text: string): string =>
  hasTermPrefix(column) ? withoutTermPrefix(column, text) : text

/** Rewrites documents whose words have changed although their records have not. The change numbers stay the same. */
export async function rewriteDocuments(db: Connection, resource: Resource, ids: readonly number[]): Promise<void> {
  if (resource.name !== 'ticket') {
    for (const id of ids) await indexRecord(db, resource, id, () => {})
    return
  }
  const rows = await db.sql
    .selectFrom('tickets')
    .selectAll()
    .where((eb) => db.dialect.among(eb.ref('id'), sql.val(JSON.stringify(ids))))
    .execute()
  const custom = await customTexts(db, rows)
  for (const row of rows) {
    await dynamic(db).deleteFrom('tickets_text').where('rowid', '=', row.change).execute()
    const texts = { ...ownTexts(resource, row, custom(row)), ...(await ticketTexts(db, [row.id])).get(row.id) }
    await dynamic(db)
      .insertInto('tickets_text')
      .values({ rowid: row.change, ...db.dialect.textRow(ticketColumns, texts, row) })
      .execute()
  }
}
