import { type Field, relationOf, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { safeHtmlToText } from '../text/html.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { conditionOfReferenced } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import type { Bound } from './bound.ts'
import { type Snippet, snippetsOf } from './snippets.ts'
import { type Add, findersFor, MAX_OF_RECORD, type Target, targetsIn } from './highlight-targets.ts'
import { searchTicketTexts } from './highlight-ticket.ts'

/** A match in a field of a record. */
export interface Highlight extends Snippet {
  /** The path of the field, as in a query: `title`, `article.body`, `customer.fullname`. */
  readonly field: string
  /** The article that contains the match, if it is in one. */
  readonly article_id?: number
}

/** The matches in each record, by id. */
export type Highlights = ReadonlyMap<number, readonly Highlight[]>

/** Maximum number of snippets of one text. */
const MAX_OF_TEXT = 3
/** Maximum number of words and phrases of the query that are highlighted. */
const MAX_TARGETS = 50

/**
 * Finds the words of a query in the texts that the caller may read: articles and names of attachments within the scope of
 * the caller, and the visible fields of the records and of those that they refer to.
 */
export async function highlightsOf(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  ids: readonly number[],
): Promise<Highlights> {
  const highlights = new Map<number, Highlight[]>(ids.map((id) => [id, []]))
  const targets = targetsIn(ctx, resource, bound, []).slice(0, MAX_TARGETS)
  if (ids.length === 0 || targets.length === 0) return highlights
  const add: Add = (id, field, text, finders, article_id) => {
    const list = highlights.get(id)
    if (!list || text === null || list.length >= MAX_OF_RECORD) return
    const article = article_id === undefined ? {} : { article_id }
    const limit = Math.min(MAX_OF_TEXT, MAX_OF_RECORD - list.length)
    for (const snippet of snippetsOf(text, finders, limit)) list.push({ field, ...article, ...snippet })
  }
  await searchFields(ctx, resource, ids, targets, add)
  if (resource.name === 'ticket') await searchTicketTexts(ctx, ids, targets, add)
  return highlights
}

/** Searches the fields of the records, then those of the records they refer to, one step of the path at a time. */
async function searchFields(
  ctx: Context,
  resource: Resource,
  ids: readonly number[],
  targets: readonly Target[],
  add: Add,
): Promise<void> {
  await searchLevel(resource, [], new Map(ids.map((id) => [id, [id]])))

  /** Searches the records at the end of a path. @param owners the hits that each of these records belongs to. */
  async function searchLevel(
    current: Resource,
    path: readonly string[],
    owners: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    const key = path.join()
    const own = targets.filter((target) => target.path.join() === key)
    const steps = [
      ...new Set(targets.flatMap((target) => (isBelow(target.path, path) ? [target.path[path.length] as string] : []))),
    ]
    const columns = Object.keys(current.fields).filter((column) =>
      own.some((target) => target.columns.includes(column)),
    )
    if (owners.size === 0 || (columns.length === 0 && steps.length === 0)) return
    const rows = await readVisible(ctx, current, [...owners.keys()], [...new Set([...columns, ...steps])])
    for (const { id, values } of rows) {
      for (const column of columns) {
        const name = [...path.map(relationOf), column].join('.')
        for (const text of textsOf(current.fields[column], values.get(column)))
          for (const owner of owners.get(id) ?? []) add(owner, name, text, findersFor(own, column))
      }
    }
    for (const step of steps) {
      const next = new Map<number, number[]>()
      for (const { id, values } of rows) {
        const referenced = values.get(step)
        if (typeof referenced === 'number')
          next.set(referenced, [...(next.get(referenced) ?? []), ...(owners.get(id) ?? [])])
      }
      await searchLevel(effective(ctx, declared(current.fields[step]?.to ?? '')), [...path, step], next)
    }
  }
}

/** The texts of a value; a field can have several. */
function textsOf(field: Field | undefined, value: unknown): string[] {
  if (field?.kind === 'object') {
    const parts: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return Object.values(parts ?? {}).filter((part) => typeof part === 'string')
  }
  if (typeof value !== 'string') return []
  return [field?.custom?.type === 'richtext' ? safeHtmlToText(value) : value]
}

const isBelow = (path: readonly string[], above: readonly string[]): boolean =>
  path.length > above.length && above.every((step, index) => path[index] === step)

/** Reads columns of records; values that the caller may not read are omitted. */
async function readVisible(ctx: Context, resource: Resource, ids: readonly number[], columns: readonly string[]) {
  const slice = ctx.desk.slices[resource.name]
  const condition = conditionOfReferenced(ctx, resource, resource.path)
  const rows = dynamic(ctx.db).selectFrom(resource.path)
  const query = (condition ? rows.where(condition) : rows)
    .select(selection(ctx, resource, ['id', ...columns]))
    .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${ids.join()}]`)))
    .orderBy(`${resource.path}.id`)
  const mask = slice?.fieldMask?.(ctx)
  const cells = await ctx.db.arrays(query.compile())
  return cells.map(([id, ...values]) => {
    const visible = mask?.(id as number)
    const visibleValues = columns.flatMap((column, index) =>
      visible && !visible.has(column) ? [] : [[column, values[index]] as const],
    )
    return { id: id as number, values: new Map(visibleValues) }
  })
}
