import { sql } from 'kysely'
import { invalid } from '../errors/fault.ts'
import type { FieldValues, Unit } from '../kernel/context.ts'

/**
 * Maximum number of characters of all drafts of a user together. The same limit applies separately to the messages that the
 * user has in the outbox. One response contains all drafts, or all messages, so without a limit a response could use up the
 * memory of the service.
 */
export const MAX_UNSENT = 16_000_000

const nouns = { drafts: 'drafts', outbox_messages: 'messages in the outbox' } as const

/**
 * Checks that the unsent texts of a user are not too long together.
 * @param record the new values of a draft or a message. They replace its stored values, which therefore do not count.
 * @throws Fault `invalid`.
 */
export async function checkUnsent(
  { db, by }: Unit,
  table: keyof typeof nouns,
  { id = 0, new_article, ticket_attributes }: FieldValues,
): Promise<void> {
  const length = sql<number | string>`coalesce(sum(length(cast(new_article as text))
    + length(cast(ticket_attributes as text))), 0)`
  const { stored } = await db.sql
    .selectFrom(table)
    .select(length.as('stored'))
    .where('created_by_id', '=', by)
    .where('id', '<>', id as number)
    .executeTakeFirstOrThrow()
  const added = JSON.stringify([new_article ?? {}, ticket_attributes ?? {}]).length
  if (Number(stored) + added <= MAX_UNSENT) return
  throw invalid(
    'new_article',
    `new_article: the ${nouns[table]} of a user have at most ${MAX_UNSENT} characters together.`,
  )
}
