import { randomUUID } from 'node:crypto'
import { resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { Context, FieldValues, WriteContext } from '../../kernel/context.ts'
import { insert, record, dryRun } from '../../writing/unit-of-work.ts'
import { valueOf } from '../../writing/values.ts'
import { insertUploads, moveUploads } from '../article/uploads.ts'
import { checkUnsent } from '../unsent.ts'
import { limitsOf } from './limits.ts'
import { type Message, prepareMessage } from './perform.ts'

/** Maximum number of messages in the outbox of a user. */
const MAX_MESSAGES = 100

/**
 * Prepares a message, and returns a function that puts it into the outbox and returns its id. The message is validated by a
 * dry run, so that it is refused now for every reason for which the usual routes would refuse it.
 * @throws Fault as the usual routes do.
 */
export async function acceptMessage(
  ctx: Context,
  message: Message,
  hold_seconds: number,
): Promise<(writing: WriteContext) => Promise<number>> {
  const { article, perform } = await prepareMessage(ctx, message)
  const { attachments: _, form_id: form, ...values } = message.new_article
  checkStored(values, message.ticket_attributes)
  // Pictures stay in the text, which is stored as the author wrote it.
  const files = article.files.filter(({ content_id }) => content_id === null)
  const form_id = `outbox-${randomUUID()}`
  return async (writing) => {
    await checkOutboxSize(writing)
    await checkUnsent(writing, 'outbox_messages', { ...message, new_article: values })
    await dryRun(writing, perform)
    await moveUploads(writing, form, form_id)
    await insertUploads(writing, form_id, files)
    const id = await insert(writing, 'outbox_message', {
      ...message,
      new_article: { ...values, form_id },
      form_id,
      limits: { ...limitsOf(ctx.actor) },
      send_at: new Date(Date.parse(writing.now) + hold_seconds * 1000).toISOString(),
    })
    await record(writing, { type: 'created', name: 'outbox_message', id })
    return id
  }
}

/** Checks that the values can be stored as JSON, including unknown keys, which nothing else checks. */
function checkStored(article: FieldValues, attributes: FieldValues): void {
  const { new_article: field } = resources.outbox_message.fields
  valueOf('new_article', field, article)
  valueOf('ticket_attributes', field, attributes)
}

async function checkOutboxSize({ db, by }: WriteContext): Promise<void> {
  const { count } = await db.sql
    .selectFrom('outbox_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_by_id', '=', by)
    .executeTakeFirstOrThrow()
  if (count < MAX_MESSAGES) return
  throw invalid('hold_seconds', `hold_seconds: at most ${MAX_MESSAGES} messages may wait to be sent.`)
}
