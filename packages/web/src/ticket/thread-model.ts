import type { Article } from '../article/article-types.ts'
import type { HistoryItem } from './ticket-types.ts'

/** An entry of a thread: a message, or the changes that one person made at about the same time. */
export type ThreadEntry =
  | { readonly kind: 'article'; readonly key: string; readonly at: string; readonly article: Article }
  | {
      readonly kind: 'changes'
      readonly key: string
      readonly at: string
      readonly by: number
      readonly changes: readonly HistoryItem[]
    }

/** Maximum milliseconds from the first to the last change of one person in a line. */
const MAX_SPAN = 5 * 60_000

/** Returns the messages and changes of a ticket in chronological order. */
export function threadOf(articles: readonly Article[], changes: readonly HistoryItem[]): ThreadEntry[] {
  const entries: ThreadEntry[] = [
    ...articles.map((article) => ({
      kind: 'article' as const,
      key: `article-${article.id}`,
      at: article.createdAt,
      article,
    })),
    ...changes.filter(isLine).map((change) => ({
      kind: 'changes' as const,
      key: `change-${change.id}`,
      at: change.created_at,
      by: change.created_by_id,
      changes: [change],
    })),
  ]
  return joinChanges(entries.toSorted(byTime))
}

/** Messages come before changes of the same time, because changes often result from a message. */
const byTime = (a: ThreadEntry, b: ThreadEntry): number =>
  Date.parse(a.at) - Date.parse(b.at) || Number(a.kind === 'changes') - Number(b.kind === 'changes')

/** Omits the creation of the ticket, which its head shows, and changes of messages. */
const isLine = ({ object, type }: HistoryItem): boolean => object === 'Ticket' && type !== 'created'

function joinChanges(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const joined: ThreadEntry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    const isRun =
      entry.kind === 'changes' &&
      last?.kind === 'changes' &&
      last.by === entry.by &&
      Date.parse(entry.at) - Date.parse(last.at) <= MAX_SPAN
    if (isRun) joined[joined.length - 1] = { ...last, changes: [...last.changes, ...entry.changes] }
    else joined.push(entry)
  }
  return joined
}

/** Maximum number of entries in a thread without a folded part. */
const MAX_SHOWN = 50
/** Number of entries shown at the end of a longer thread. */
const SHOWN_AT_END = 20

/** The part of a long thread that is folded: entries from `start` to before `end`; none if they are equal. */
export interface CollapsedPart {
  readonly start: number
  readonly end: number
}

/**
 * Returns the folded part of a long thread: all entries but the first and the last 20. A wanted entry and those after it
 * are not folded.
 */
export function collapsedPartOf(entries: readonly ThreadEntry[], wantedKey?: string): CollapsedPart {
  if (entries.length <= MAX_SHOWN) return { start: 1, end: 1 }
  const wanted = entries.findIndex(({ key }) => key === wantedKey)
  const end = entries.length - SHOWN_AT_END
  return { start: 1, end: wanted > 0 ? Math.min(end, wanted) : end }
}

/** Returns the key of the first message by others since the user's last view; undefined without such a message or view. */
export function firstUnread(articles: readonly Article[], viewedAt: string | null, me: number): string | undefined {
  if (viewedAt === null) return undefined
  const since = Date.parse(viewedAt)
  const article = articles.find(({ createdAt, authorId }) => authorId !== me && Date.parse(createdAt) > since)
  return article && `article-${article.id}`
}
