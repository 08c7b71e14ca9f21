/** Recognizes mails that were imported before. */
import type { Unit } from '../../kernel/context.ts'
import { authorsOf, type StoredMail } from './article.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'

/** Mails that have been imported before, including those of this unit of work. */
export interface Imported {
  /** Hashes of their original bytes. */
  readonly hashes: Set<string>
  /** Articles by the hash of their Message-ID. */
  readonly articles: Map<string, ImportedArticle[]>
  /** Articles by the identity of their mail. */
  readonly identities: Map<string, number>
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
  return {
    hashes: new Set(imported.map(({ sha256 }) => sha256)),
    articles: Map.groupBy(rows, (row) => row.message_id_md5 ?? ''),
    identities: new Map(imported.map(({ identity, article_id }) => [identity ?? '', article_id])),
  }
}

/** Adds a mail that has just been imported. @param at the time of its article. @param id the id of its article. */
export function addImported(imported: Imported, { mail, original }: StoredMail, at: string, id: number): void {
  const { hashes, articles, identities } = imported
  hashes.add(original.sha256)
  identities.set(mail.identity, id)
  const key = messageIdHash(mail.message_id)
  articles.set(key, [...(articles.get(key) ?? []), { id, from: authorsOf(mail), created_at: at }])
}

/**
 * Finds the article of a mail that was imported or received before: one with the same bytes, or with the same Message-ID,
 * sender and time (a copy from another mailbox). The Message-ID alone is not enough, because some programs use the same one for every
 * mail; such a mail gets another Message-ID.
 */
export function identify(
  imported: Imported,
  { mail, original: { sha256 } }: StoredMail,
  at: string,
): { article?: number; message_id: string } {
  const { message_id } = mail
  const candidates = imported.articles.get(messageIdHash(message_id)) ?? []
  if (imported.hashes.has(sha256)) return { article: candidates[0]?.id ?? 0, message_id }
  const copy = imported.identities.get(mail.identity)
  if (copy !== undefined) return { article: copy, message_id }
  const from = authorsOf(mail)
  const same = candidates.find((row) => row.from === from && (row.created_at === at || mail.date === null))
  if (same) return { article: same.id, message_id }
  return { message_id: candidates.length === 0 ? message_id : `<${sha256.slice(0, 40)}@same-message-id.invalid>` }
}
