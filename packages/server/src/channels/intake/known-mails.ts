/** Recognizes mails that were imported before. */
import type { Unit } from '../../kernel/context.ts'
import { authorsOf, bodyOf, type StoredMail } from './article.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import type { Mail } from '../message/mail.ts'
import { areSameWords, wordsOf } from './same-text.ts'

/** Mails that have been imported before, including those of this unit of work. */
export interface Imported {
  /** Articles by the hash of the original bytes of their mail. */
  readonly hashes: Map<string, number>
  /** Articles by the hash of their Message-ID. */
  readonly articles: Map<string, ImportedArticle[]>
  /** Articles by the identity of their mail. */
  readonly identities: Map<string, number[]>
}

interface ImportedArticle {
  readonly id: number
  readonly from: string | null
  readonly created_at: string
}

/** Finds the mails that have been imported before. */
export async function findImported({ db }: Unit, storedMails: readonly StoredMail[]): Promise<Imported> {
  const hashes = storedMails.map(({ original }) => original.sha256)
  const identities = storedMails.map(({ mail }) => mail.identity)
  const imported = await db.sql
    .selectFrom('mail_imports')
    .select(['sha256', 'identity', 'article_id'])
    .where((eb) => eb.or([eb('sha256', 'in', hashes), eb('identity', 'in', identities)]))
    .orderBy('id', 'desc')
    .execute()
  const ids = [...new Set(storedMails.map(({ mail }) => messageIdHash(mail.message_id)))]
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'from', 'created_at', 'message_id_md5'])
    .where('message_id_md5', 'in', ids)
    .orderBy('id')
    .execute()
  const byIdentity = imported.map(({ identity, article_id }) => [identity ?? '', article_id] as const)
  return {
    hashes: new Map(imported.map(({ sha256, article_id }) => [sha256, article_id])),
    articles: Map.groupBy(rows, (row) => row.message_id_md5 ?? ''),
    identities: new Map(
      [...Map.groupBy(byIdentity, ([identity]) => identity)].map(([key, found]) => [key, found.map(([, id]) => id)]),
    ),
  }
}

/** Adds a mail that has just been imported. @param at the time of its article. @param id the id of its article. */
export function addImported(imported: Imported, { mail, original }: StoredMail, at: string, id: number): void {
  const { hashes, articles, identities } = imported
  hashes.set(original.sha256, id)
  identities.set(mail.identity, [...(identities.get(mail.identity) ?? []), id])
  const key = messageIdHash(mail.message_id)
  articles.set(key, [...(articles.get(key) ?? []), { id, from: authorsOf(mail), created_at: at }])
}

/**
 * Finds the article of a mail that was imported or received before: one with the same bytes, or with the same Message-ID,
 * sender, time and text (a copy from another mailbox). The Message-ID alone is not enough, because some programs use the same one for every
 * mail; such a mail gets another Message-ID.
 */
export async function identify(
  unit: Unit,
  imported: Imported,
  { mail, original: { sha256 } }: StoredMail,
  at: string,
): Promise<{ article?: number; message_id: string }> {
  const { message_id } = mail
  const known = imported.hashes.get(sha256)
  if (known !== undefined) return { article: known, message_id }
  const candidates = imported.articles.get(messageIdHash(message_id)) ?? []
  const from = authorsOf(mail)
  const same = candidates.filter((row) => row.from === from && (row.created_at === at || mail.date === null))
  const ids = [...(imported.identities.get(mail.identity) ?? []), ...same.map(({ id }) => id)]
  const copied = ids.length === 0 ? undefined : await articleWithText(unit, mail, ids)
  if (copied !== undefined) return { article: copied, message_id }
  return { message_id: candidates.length === 0 ? message_id : `<${sha256.slice(0, 40)}@same-message-id.invalid>` }
}

/** Articles whose texts are compared with that of a mail. */
const MAX_COMPARED = 20

/** Returns the first of some articles that has the text of a mail. */
async function articleWithText({ db }: Unit, mail: Mail, ids: readonly number[]): Promise<number | undefined> {
  const articles = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'body', 'content_type'])
    .where('id', 'in', [...new Set(ids)].slice(0, MAX_COMPARED))
    .orderBy('id')
    .execute()
  const { content_type, text } = mail
  // A list may have removed the HTML of one of the two.
  const texts = [
    { content_type, body: bodyOf(mail) },
    { content_type: 'text/plain', body: text },
  ].map(wordsOf)
  return articles.find((article) => {
    const words = wordsOf(article)
    return texts.some((each) => areSameWords(each, words))
  })?.id
}
