import type { IndexLimits, WordLimit } from '../kernel/context.ts'
import type { Tables } from './expected-visibility.ts'
import type { Row } from './model.ts'

/** The words of a text, in lower case and without accents. Characters of Chinese and Japanese are words. */
export const tokens = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]/gu, ' $& ')
      .match(/[\p{L}\p{N}\u0300-\u036f]+/gu) ?? []
  )
    .map((token) => token.replaceAll(/[\u0300-\u036f]/g, ''))
    .filter((token) => token !== '')

/** The text of an article as a reader sees it, without HTML tags. */
export function readable(row: Row, name: string, value: unknown): unknown {
  if (name !== 'body' || row['content_type'] !== 'text/html') return value
  const text = (value as string).replaceAll(/<\/?[bi]>/g, '').replaceAll(/<[^>]*>/g, '\n')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/**
 * The part of a text of an article, or of the name of an attachment, that is within the limits of the index. Words count
 * from the newest article of the ticket to the oldest, and in each from its subject to the names of its attachments.
 * Undefined for other texts.
 */
export function withinLimits(tables: Tables, limits: IndexLimits, row: Row, name: string): string | undefined {
  const articles = (tables['ticket_articles'] ?? []) as readonly Row[]
  const ownArticle = articles.find(({ id }) => id === (name === 'filename' ? row['article_id'] : row.id))
  const ticketWords: string[] = []
  for (const article of articles.filter((other) => other['ticket_id'] === ownArticle?.['ticket_id']).toReversed()) {
    const articleWords: string[] = []
    for (const [source, column] of textsOf(tables, article)) {
      const textWords: string[] = []
      for (const word of tokens(String(readable(source, column, source[column] ?? '')))) {
        if (articleWords.at(-1) === END || !fits(limits.article, articleWords, word)) articleWords.push(END)
        else if (ticketWords.at(-1) === END || !fits(limits.ticket, ticketWords, word)) ticketWords.push(END)
        else for (const list of [articleWords, ticketWords, textWords]) list.push(word)
      }
      if (source.id === row.id && column === name) return textWords.join(' ')
    }
  }
  return undefined
}

/** Marks the end of the words within the limits. */
const END = ''

const fits = ({ words, different }: WordLimit, before: readonly string[], word: string): boolean =>
  before.length < words && (before.includes(word) || new Set(before).size < different)

function textsOf(tables: Tables, article: Row): [Row, string][] {
  const files = (tables['attachments'] ?? []) as readonly Row[]
  return [
    ...['subject', 'from', 'to', 'cc', 'body'].map((column): [Row, string] => [article, column]),
    ...files.filter((file) => file['article_id'] === article.id).map((file): [Row, string] => [file, 'filename']),
  ]
}
