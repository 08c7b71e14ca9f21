/** Recognizes mails that were imported or received before. */
import type { Unit } from '../../kernel/context.ts'
import { authorsOf, bodyOf, type StoredMail } from './article.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import type { Mail } from '../message/mail.ts'
import { areSameWords, wordsOf } from './same-text.ts'

/** Mails that have been imported or received before, including those of this unit of work. */
export interface Imported {
  /** Ids of articles by the hash of the original bytes of their mail. */
  readonly hashes: Map<string, number>
  /** Articles by the hash of their Message-ID. */
  readonly articles: Map<string, ImportedArticle[]>
  /** Ids of articles by the identity of their mail, see `Mail.identity`. */
  readonly identities: Map<string, number[]>
}

interface ImportedArticle {
  readonly id: number
  readonly from: string | null
  readonly created_at: string
}

/** Finds the mails that have been imported or received before. */
export async function findImported({ db }: Unit, storedMails: readonly StoredMail[]): Promise<Imported> {
  const hashes = storedMails.map(({ original }) => original.sha256)
  const mailIdentities = storedMails.map(({ mail }) => mail.identity)
  const imported = await db.sql
    .selectFrom('mail_imports')
    .select(['sha256', 'identity', 'article_id'])
    .where((eb) => eb.or([eb('sha256', 'in', hashes), eb('identity', 'in', mailIdentities)]))
    .orderBy('id', 'desc')
    .execute()
  const ids = [...new Set(storedMails.map(({ mail }) => messageIdHash(mail.message_id)))]
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'from', 'created_at', 'message_id_md5'])
    .where('message_id_md5', 'in', ids)
    .orderBy('id')
    .execute()
  const identities = new Map<string, number[]>()
  for (const { identity, article_id } of imported) appendTo(identities, identity ?? '', article_id)
  return {
    hashes: new Map(imported.map(({ sha256, article_id }) => [sha256, article_id])),
    articles: Map.groupBy(rows, (row) => row.message_id_md5 ?? ''),
    identities,
  }
}

const appendTo = <T>(lists: Map<string, T[]>, key: string, value: T): unknown =>
  lists.set(key, [...(lists.get(key) ?? []), value])

/** Adds a mail that has just been imported. @param sentAt the time of its article. @param id the id of its article. */
export function addImported(imported: Imported, { mail, original }: StoredMail, sentAt: string, id: number): void {
  const { hashes, articles, identities } = imported
  hashes.set(original.sha256, id)
  appendTo(identities, mail.identity, id)
  appendTo(articles, messageIdHash(mail.message_id), { id, from: authorsOf(mail), created_at: sentAt })
}

/**
 * Finds the article of a mail that was imported or received before: one with the same bytes, or with the same Message-ID,
 * sender, time and text (a copy from another mailbox). The Message-ID alone is not enough, because some programs use the same
 * one for every mail; such a mail gets another Message-ID.
 * @param sentAt the time that the article of the mail would have.
 */
export async function identify(
  unit: Unit,
  imported: Imported,
  { mail, original: { sha256 } }: StoredMail,
  sentAt: string,
): Promise<{ article?: number; message_id: string }> {
  const { message_id } = mail
  const sameBytes = imported.hashes.get(sha256)
  if (sameBytes !== undefined) return { article: sameBytes, message_id }
  const candidates = imported.articles.get(messageIdHash(message_id)) ?? []
  const from = authorsOf(mail)
  const sameSender = candidates.filter((row) => row.from === from && (row.created_at === sentAt || mail.date === null))
  const ids = [...(imported.identities.get(mail.identity) ?? []), ...sameSender.map(({ id }) => id)]
  const sameText = ids.length === 0 ? undefined : await articleWithText(unit, mail, ids)
  if (sameText !== undefined) return { article: sameText, message_id }
  return { message_id: candidates.length === 0 ? message_id : `<${sha256.slice(0, 40)}@same-message-id.invalid>` }
}

/** Maximum number of articles whose texts are compared with that of a mail. */
const MAX_COMPARED = 20

/** Returns the first of these articles that has the text of the mail. */
async function articleWithText({ db }: Unit, mail: Mail, ids: readonly number[]): Promise<number | undefined> {
  const articles = await db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'body', 'content_type'])
    .where('id', 'in', [...new Set(ids)].slice(0, MAX_COMPARED))
    .orderBy('id')
    .execute()
  const { content_type } = mail
  // A mailing list may have removed the HTML of one of the copies.
  const texts = [
    { content_type, body: bodyOf(mail) },
    { content_type: 'text/plain', body: mail.text },
  ].map(wordsOf)
  return articles.find((article) => {
    const words = wordsOf(article)
    return texts.some((text) => areSameWords(text, words))
  })?.id
}
