import { accept, type Arrival } from '../channels/intake/inbox.ts'
import { openReader } from '../channels/intake/reader.ts'
import { processWaiting } from '../channels/intake/process-waiting.ts'
import type { Desk, FieldValues } from '../kernel/context.ts'

/** What became of a received mail: its state, the decisions of the intake, and its article and ticket. */
export interface Received {
  readonly state: string
  readonly reason: string
  readonly steps: readonly string[]
  readonly article: FieldValues | undefined
  readonly ticket: FieldValues | undefined
}

/** Receives messages in this order, and returns the result for each. */
export async function receiveMails(
  desk: Desk,
  mails: readonly (string | Buffer)[],
  arrival: Partial<Arrival> = {},
): Promise<Received[]> {
  const ids: number[] = []
  for (const mail of mails) {
    ids.push(await accept(desk, Buffer.from(mail as string, 'latin1'), { via: 'pipe', channel_id: null, ...arrival }))
  }
  const reader = openReader(desk.files)
  try {
    await processWaiting(desk, reader)
  } finally {
    await reader.end()
  }
  return Promise.all(ids.map((id) => receivedMail(desk, id)))
}

/** Reads a received mail with its article and ticket. */
export async function receivedMail({ database: { sql } }: Desk, id: number): Promise<Received> {
  const row = await sql.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const article = await sql
    .selectFrom('ticket_articles')
    .selectAll()
    .where('id', '=', row.article_id ?? 0)
    .executeTakeFirst()
  const ticket = await sql
    .selectFrom('tickets')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .selectAll('tickets')
    .select(['groups.name as group', 'users.email as customer', 'ticket_states.name as state'])
    .where('tickets.id', '=', article?.ticket_id ?? 0)
    .executeTakeFirst()
  const { steps = [] } = row.decisions as unknown as { steps?: { step: string; result: string }[] }
  return {
    state: row.state,
    reason: row.reason ?? '',
    steps: steps.map(({ step, result }) => `${step}: ${result}`),
    article,
    ticket,
  }
}
