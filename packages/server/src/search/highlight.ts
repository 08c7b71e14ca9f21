import { relationOf, type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { safeHtmlToText } from '../text/html.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { conditionOfNamed, from } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import type { Bound, ColumnLeaf, PatternLeaf, TextLeaf } from './bound.ts'
import { ticketText } from './document-columns.ts'
import { type Finder, finderOf, type Snippet, snippetsOf } from './snippets.ts'

/** A match in a field of a record. */
export interface Highlight extends Snippet {
  /** The path of the field, as in a query: `title`, `article.body`, `customer.fullname`. */
  readonly field: string
  /** The article that contains the match, if it is in one. */
  readonly article_id?: number
}

/** The matches in each record, by id. */
export type Highlights = ReadonlyMap<number, readonly Highlight[]>

/** The largest number of records in a request with highlights. */
export const mostHighlighted = 100

/** The largest number of snippets of one text, and of one record. */
const mostOfText = 3
const mostOfRecord = 20
/** The largest number of words and phrases of the query that are highlighted. */
const mostTargets = 50
/** Limits on the characters that are read for one request, and of one article. */
const mostRead = 2_000_000
const mostOfArticle = 50_000

/**
 * Finds the words of a query in the texts that the caller may read: articles and attachments within the scope of the
 * caller, fields of users and organizations as far as they are visible.
 */
export async function highlightsOf(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  ids: readonly number[],
): Promise<Highlights> {
  const found = new Map<number, Highlight[]>(ids.map((id) => [id, []]))
  const targets = targetsIn(ctx, resource, bound, []).slice(0, mostTargets)
  if (ids.length === 0 || targets.length === 0) return found
  const add: Add = (id, field, text, finders, article_id) => {
    const list = found.get(id)
    if (!list || text === null || list.length >= mostOfRecord) return
    const more = article_id === undefined ? {} : { article_id }
    for (const snippet of snippetsOf(text, finders, mostOfText)) list.push({ field, ...more, ...snippet })
  }
  await searchFields(ctx, resource, ids, targets, add)
  if (resource.name === 'ticket') await searchTicketTexts(ctx, ids, targets, add)
  return found
}

type Add = (id: number, field: string, text: string | null, finders: readonly Finder[], article?: number) => void

/** Words to find in some columns of the record, or of a record that references lead to. */
interface Target {
  readonly path: readonly string[]
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly find: Finder
}

function targetsIn(ctx: Context, resource: Resource, bound: Bound, path: readonly string[]): Target[] {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return bound.of.flatMap((part) => targetsIn(ctx, resource, part, path))
    case 'related':
      return bound.by === undefined
        ? []
        : targetsIn(ctx, effective(ctx, declared(bound.to)), bound.of, [...path, bound.by])
    case 'text':
    case 'pattern':
    case 'column': {
      const find = finderOf(bound)
      return find ? [{ path, resource, columns: columnsOf(resource, bound), find }] : []
    }
    default:
      return []
  }
}

/** Custom fields share one column of the index, but each is read from its own field. */
function columnsOf({ fields }: Resource, leaf: TextLeaf | PatternLeaf | ColumnLeaf): readonly string[] {
  if (leaf.kind === 'column') return [leaf.column]
  const { custom } = leaf
  if (!custom) return leaf.columns
  return Object.entries(fields).flatMap(([name, field]) => (field.custom?.id === custom.id ? [name] : []))
}

const findersFor = (targets: readonly Target[], column: string): Finder[] =>
  targets.flatMap(({ columns, find }) => (columns.includes(column) ? [find] : []))

/** Searches the fields of the records, then those of the records they refer to, one step of the path at a time. */
async function searchFields(
  ctx: Context,
  resource: Resource,
  ids: readonly number[],
  targets: readonly Target[],
  add: Add,
): Promise<void> {
  await at(resource, [], new Map(ids.map((id) => [id, [id]])))

  /** @param owners the hits that each record at the end of the path belongs to. */
  async function at(
    here: Resource,
    path: readonly string[],
    owners: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    const key = path.join()
    const own = targets.filter((one) => one.path.join() === key)
    const steps = [
      ...new Set(targets.flatMap((one) => (isBelow(one.path, path) ? [one.path[path.length] as string] : []))),
    ]
    const columns = Object.keys(here.fields).filter((column) => own.some((one) => one.columns.includes(column)))
    if (owners.size === 0 || (columns.length === 0 && steps.length === 0)) return
    const rows = await readable(ctx, here, [...owners.keys()], [...new Set([...columns, ...steps])])
    for (const { id, values } of rows) {
      for (const column of columns) {
        const value = values.get(column)
        if (typeof value !== 'string') continue
        const text = here.fields[column]?.custom?.type === 'richtext' ? safeHtmlToText(value) : value
        const field = [...path.map(relationOf), column].join('.')
        for (const owner of owners.get(id) ?? []) add(owner, field, text, findersFor(own, column))
      }
    }
    for (const step of steps) {
      const next = new Map<number, number[]>()
      for (const { id, values } of rows) {
        const far = values.get(step)
        if (typeof far === 'number') next.set(far, [...(next.get(far) ?? []), ...(owners.get(id) ?? [])])
      }
      await at(effective(ctx, declared(here.fields[step]?.to ?? '')), [...path, step], next)
    }
  }
}

const isBelow = (path: readonly string[], above: readonly string[]): boolean =>
  path.length > above.length && above.every((step, index) => path[index] === step)

/** Reads columns of records; values that the caller may not read are left out. */
async function readable(ctx: Context, resource: Resource, ids: readonly number[], columns: readonly string[]) {
  const slice = ctx.desk.slices[resource.name]
  const condition = conditionOfNamed(ctx, resource, resource.path)
  const rows = dynamic(ctx.db).selectFrom(resource.path)
  const query = (condition ? rows.where(condition) : rows)
    .select(selection(ctx, resource, ['id', ...columns]))
    .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${ids.join()}]`)))
    .orderBy(`${resource.path}.id`)
  const mask = slice?.fieldMask?.(ctx)
  const cells = await ctx.db.arrays(query.compile())
  return cells.map(([id, ...values]) => {
    const visible = mask?.(id as number)
    const shown = columns.flatMap((column, at) =>
      visible && !visible.has(column) ? [] : [[column, values[at]] as const],
    )
    return { id: id as number, values: new Map(shown) }
  })
}

/** Searches tags, articles and names of attachments. */
async function searchTicketTexts(
  ctx: Context,
  ids: readonly number[],
  targets: readonly Target[],
  add: Add,
): Promise<void> {
  const own = targets.filter(({ path, resource }) => path.length === 0 && resource.name === 'ticket')
  const findersOf = (path: string) => findersFor(own, ticketText[path]?.open ?? '')
  const tickets = sql.val(`[${ids.join()}]`)
  const tagged = findersOf('tags')
  if (tagged.length > 0) {
    const rows = await ctx.db.sql
      .selectFrom('tickets_tags')
      .innerJoin('tags', 'tags.id', 'tickets_tags.tag_id')
      .select(['tickets_tags.ticket_id', 'tags.name'])
      .where((eb) => ctx.db.dialect.among(eb.ref('tickets_tags.ticket_id'), tickets))
      .orderBy('tags.id')
      .execute()
    for (const { ticket_id, name } of rows) add(ticket_id, 'tags', name, tagged)
  }
  const texts = (['subject', 'from', 'to', 'cc', 'body'] as const).filter(
    (name) => findersOf(`article.${name}`).length > 0,
  )
  const named = findersOf('article.attachment.title')
  if (texts.length === 0 && named.length === 0) return
  const articles = await articlesOf(ctx, tickets, ids.length)
  for (const { id, ticket_id, content_type, ...article } of articles) {
    for (const name of texts) {
      const text = name === 'body' && content_type === 'text/html' ? safeHtmlToText(article.body) : article[name]
      add(ticket_id, `article.${name}`, text, findersOf(`article.${name}`), id)
    }
  }
  if (named.length > 0)
    await searchAttachments(ctx, articles, (ticket, name, id) =>
      add(ticket, 'article.attachment.title', name, named, id),
    )
}

interface ArticleText {
  readonly id: number
  readonly ticket_id: number
  readonly content_type: string
  readonly subject: string | null
  readonly from: string | null
  readonly to: string | null
  readonly cc: string | null
  readonly body: string
}

/** Reads articles in their order, as many of each ticket as fit into its share of the limit; long ones are truncated. */
async function articlesOf(
  ctx: Context,
  tickets: ReturnType<typeof sql.val<string>>,
  count: number,
): Promise<ArticleText[]> {
  const { article } = resources
  const own = from(ctx, article, 'read').where(ctx.db.dialect.among(sql.ref('ticket_articles.ticket_id'), tickets))
  const sizes = await ctx.db.arrays(
    own
      .select(['ticket_articles.id', 'ticket_articles.ticket_id', sql`length(ticket_articles.body)`.as('size')])
      .orderBy('ticket_articles.id')
      .compile(),
  )
  const room = new Map<number, number>()
  const chosen = sizes.flatMap(([id, ticket, size]) => {
    const left = room.get(ticket as number) ?? mostRead / count
    room.set(ticket as number, left - Math.min(size as number, mostOfArticle) - 200)
    return left > 0 ? [id as number] : []
  })
  const query = dynamic(ctx.db)
    .selectFrom(article.path)
    .select([
      'id',
      'ticket_id',
      'content_type',
      'subject',
      'from',
      'to',
      'cc',
      sql`substr(body, 1, ${sql.lit(mostOfArticle)})`.as('body'),
    ])
    .where(ctx.db.dialect.among(sql.ref('id'), sql.val(`[${chosen.join()}]`)))
    .orderBy('id')
  return (await query.execute()) as unknown as ArticleText[]
}

/** Searches the names of attachments of the given articles, which the caller may read. */
async function searchAttachments(
  ctx: Context,
  articles: readonly ArticleText[],
  found: (ticket: number, name: string, article: number) => void,
): Promise<void> {
  const tickets = new Map(articles.map(({ id, ticket_id }) => [id, ticket_id]))
  const rows = await ctx.db.sql
    .selectFrom('attachments')
    .select(['article_id', 'filename'])
    .where((eb) => ctx.db.dialect.among(eb.ref('article_id'), sql.val(`[${[...tickets.keys()].join()}]`)))
    .orderBy('id')
    .limit(mostOfRecord * mostHighlighted)
    .execute()
  for (const { article_id, filename } of rows) found(tickets.get(article_id) ?? 0, filename, article_id)
}
