import { type Compilable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { inParallel } from '../db/in-parallel.ts'
import { nextTurn } from '../db/next-turn.ts'
import type { Tables } from '../db/tables.ts'
import type { IndexLimits } from '../kernel/context.ts'
import { runCompiled } from '../kernel/statement.ts'
import { safeHtmlToText } from '../text/html.ts'
import { partsOf } from '../text/parts.ts'
import { compoundsIn, vocabularyOf, wordsIn } from '../text/words.ts'
import { Allowance, defaultIndexLimits } from './allowance.ts'
import { prefixMarker, toIndexText } from './term-prefix.ts'

/** Receives the words of a text of a document. */
export type Collect = (words: readonly string[]) => void

/** Texts of a document by column. */
export type Texts = Record<string, string>

/**
 * The texts of tickets' documents that come from other tables, by ticket: the names of their tags and attachments, and
 * the texts of their articles. Articles are read from the newest to the oldest, up to the limits.
 */
export async function ticketTexts(
  db: Connection,
  tickets: readonly number[],
  limits: IndexLimits = defaultIndexLimits,
  collect: Collect = () => {},
): Promise<Map<number, Texts>> {
  const byTicket = new Map(tickets.map((id) => [id, new TicketTexts(limits, collect)]))
  const textsOf = (ticket: number) => byTicket.get(ticket) as TicketTexts
  const [tags, articles, newest] = await inParallel([
    tagsOf(db, tickets),
    articleSizes(db, tickets),
    newestSmallArticles(db, tickets),
  ])
  const known = new Map(newest.map((row) => [row.id, row]))
  for (const { ticket_id, name } of tags) textsOf(ticket_id).addTag(name)
  let remaining = articles
  while (remaining.length > 0) {
    const page = firstPage(remaining)
    for (const article of await articlesOf(db, page, known))
      for (const _ of textsOf(article.ticket_id).addArticle(article)) await nextTurn()
    remaining = remaining.slice(page.length).filter(({ ticket_id }) => !textsOf(ticket_id).isFull)
    if (remaining.length > 0) await nextTurn()
  }
  return new Map([...byTicket].map(([id, texts]) => [id, texts.byColumn()]))
}

/** Reads rows that belong to tickets. The statement is compiled once. */
const ofTickets = <R>(
  db: Connection,
  name: string,
  tickets: readonly number[],
  build: (ids: RawBuilder<string>) => Compilable,
) => runCompiled<R>({ db }, `texts:${name}`, (input) => build(input(0)), JSON.stringify(tickets))

const tagsOf = (db: Connection, tickets: readonly number[]) =>
  ofTickets<{ ticket_id: number; name: string }>(db, 'tags', tickets, (ids) =>
    db.sql
      .selectFrom('tickets_tags')
      .innerJoin('tags', 'tags.id', 'tickets_tags.tag_id')
      .select(['tickets_tags.ticket_id', 'tags.name'])
      .where((eb) => db.dialect.among(eb.ref('tickets_tags.ticket_id'), ids)),
  )

interface Size {
  readonly id: number
  readonly ticket_id: number
  /** The size of the body in bytes. */
  readonly size: number
  readonly has_files: unknown
}

/** Lists the articles of tickets from the newest to the oldest, without their texts. */
const articleSizes = (db: Connection, tickets: readonly number[]) =>
  ofTickets<Size>(db, 'sizes', tickets, (ids) =>
    db.sql
      .selectFrom('ticket_articles')
      .select([
        'id',
        'ticket_id',
        sql<number>`octet_length(body)`.as('size'),
        sql`exists (select 1 from attachments where article_id = ticket_articles.id)`.as('has_files'),
      ])
      .where((eb) => db.dialect.among(eb.ref('ticket_id'), ids))
      .orderBy('id', 'desc'),
  )

/** The maximum number of articles that are read in advance, and the maximum size of each. */
const SMALL = { articles: 16, bytes: 16 * 1024 }

/**
 * Reads the newest small articles of these tickets, at most 16 in all. Most tickets have no others, so that no further read
 * is needed.
 */
const newestSmallArticles = (db: Connection, tickets: readonly number[]) =>
  ofTickets<ArticleRow>(db, 'newest', tickets, (ids) =>
    db.sql
      .selectFrom('ticket_articles')
      .select(articleColumns)
      .where((eb) => db.dialect.among(eb.ref('ticket_id'), ids))
      .where(sql<number>`octet_length(body)`, '<=', sql.lit(SMALL.bytes))
      .orderBy('id', 'desc')
      .limit(sql.lit(SMALL.articles)),
  )

const articleColumns = ['id', 'ticket_id', 'subject', 'from', 'to', 'cc', 'body', 'content_type', 'internal'] as const
type ArticleRow = Pick<Selectable<Tables['ticket_articles']>, (typeof articleColumns)[number]>

/** Maximum number of articles that are read at once, and of bytes in their bodies. A larger article is read alone. */
const PAGE_LIMITS = { articles: 100, bytes: 256 * 1024 }

function firstPage(articles: readonly Size[]): readonly Size[] {
  let bytes = 0
  let end = 0
  for (const { size } of articles) {
    bytes += size
    if (end === PAGE_LIMITS.articles || bytes > PAGE_LIMITS.bytes) break
    end += 1
  }
  return articles.slice(0, Math.max(1, end))
}

interface Article {
  readonly ticket_id: number
  readonly internal: boolean
  /**
   * The texts in the order in which they count against the limits. The column is the part after `article_` or `internal_`.
   */
  readonly texts: readonly (readonly [column: string, text: string | null])[]
  /** True if the body is HTML. */
  readonly isHtml: boolean
}

/** Returns articles with the names of their attachments. Those that are not `known` are read. */
async function articlesOf(
  db: Connection,
  page: readonly Size[],
  known: ReadonlyMap<number, ArticleRow>,
): Promise<Article[]> {
  const files = page.some(({ has_files }) => has_files) ? await filesOf(db, idsOf(page)) : new Map<number, string[]>()
  const unknown = page.filter(({ id }) => !known.has(id))
  const read = new Map((unknown.length > 0 ? await rowsOf(db, idsOf(unknown)) : []).map((row) => [row.id, row]))
  return page.flatMap(({ id, ticket_id }) => {
    const row = known.get(id) ?? read.get(id)
    if (!row) return []
    const { subject, from, to, cc, body, content_type, internal } = row
    const names = (files.get(id) ?? []).map((name) => ['attachment', name] as const)
    const texts = Object.entries({ subject, from, to, cc, body })
    return { ticket_id, internal, texts: [...texts, ...names], isHtml: content_type === 'text/html' }
  })
}

const idsOf = (articles: readonly Size[]) => sql.val(JSON.stringify(articles.map(({ id }) => id)))

const rowsOf = (db: Connection, ids: RawBuilder<string>): Promise<ArticleRow[]> =>
  db.sql
    .selectFrom('ticket_articles')
    .select(articleColumns)
    .where((eb) => db.dialect.among(eb.ref('id'), ids))
    .execute()

/** The names of attachments, by article. */
async function filesOf(db: Connection, articles: RawBuilder<string>): Promise<Map<number, string[]>> {
  const files = new Map<number, string[]>()
  const rows = await db.sql
    .selectFrom('attachments')
    .select(['article_id', 'filename'])
    .where((eb) => db.dialect.among(eb.ref('article_id'), articles))
    .orderBy('id')
    .execute()
  for (const { article_id, filename } of rows) {
    const names = files.get(article_id)
    if (names) names.push(filename)
    else files.set(article_id, [filename])
  }
  return files
}

/** The texts of one ticket. */
class TicketTexts {
  readonly #limits: IndexLimits
  readonly #collect: Collect
  readonly #allowance: Allowance
  readonly #tags: string[] = []
  /** The texts of each article with their columns, the newest article first. */
  readonly #articles: (readonly [column: string, text: string])[][] = []

  constructor(limits: IndexLimits, collect: Collect) {
    this.#limits = limits
    this.#collect = collect
    this.#allowance = new Allowance(limits.ticket)
  }

  /** True if the limit is reached, so that older articles are omitted. */
  get isFull(): boolean {
    return this.#allowance.isSpent
  }

  addTag(name: string): void {
    this.#collect(vocabularyOf(name))
    this.#tags.push(toIndexText(name))
  }

  /** Yields between the parts of a long text, so that the caller can let other requests run. */
  *addArticle({ internal, texts, isHtml }: Article): Generator<void> {
    const own = new Allowance(this.#limits.article)
    const article: [column: string, text: string][] = []
    for (const [name, text] of texts) {
      const accepted = yield* this.#acceptText(text ?? '', name === 'body' && isHtml, own)
      if (accepted !== '') article.push([`${internal ? 'internal' : 'article'}_${name}`, accepted])
    }
    this.#articles.push(article)
  }

  /** Returns the text up to the last word within the limits. */
  *#acceptText(text: string, isHtml: boolean, own: Allowance): Generator<void, string> {
    const accepted: string[] = []
    for (const part of partsOf(text, isHtml)) {
      if (accepted.length > 0) yield
      if (own.isSpent || this.isFull) break
      accepted.push(this.#acceptPart(isHtml ? safeHtmlToText(part) : part, own))
    }
    return accepted.join(' ')
  }

  #acceptPart(text: string, own: Allowance): string {
    const words = wordsIn(text)
    const withinArticle = words.slice(0, own.take(words))
    const accepted = withinArticle.slice(0, this.#allowance.take(withinArticle))
    this.#collect(accepted)
    if (accepted.length > 0) this.#collect(compoundsIn(text))
    return accepted.length === words.length ? toIndexText(text) : accepted.join(' ')
  }

  byColumn(): Texts {
    const lists: Record<string, string[]> = this.#tags.length > 0 ? { tags: this.#tags } : {}
    for (const [column, text] of this.#articles.toReversed().flat()) (lists[column] ??= []).push(text)
    return Object.fromEntries(Object.entries(lists).map(([column, texts]) => [column, texts.join(separator)]))
  }
}

/** Separates texts of one column with a term that no query contains, so a phrase cannot span two articles. */
const separator = ` ${prefixMarker} `
