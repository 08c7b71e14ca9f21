/** The inbox: received mail is stored here, durably, before anything else happens to it. */
import { systemUser } from '@deskbell/contract'
import type { Desk, Unit } from '../../kernel/context.ts'
import type { Content } from '../../text/content.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'
import type { Authentication } from './authentication.ts'

/** The circumstances in which a mail arrived. */
export interface Arrival {
  /** `pipe` is the command `deskbell mail deliver`; `edit` is an edited copy of a received mail. */
  readonly via: 'imap' | 'smtp' | 'lmtp' | 'pipe' | 'edit'
  readonly channel_id: number | null
  /** The position in a mailbox: a mail from the same position is stored once. */
  readonly source_key?: string
  /** Sender and recipients on the envelope, where there is one. */
  readonly envelope_from?: string | null
  readonly envelope_to?: readonly string[]
  /** Address and name of the mail server that sent it. */
  readonly client?: string | null
  readonly authentication?: Authentication
  /** The mail of which this one is an edited copy. */
  readonly replaces_id?: number
  /** The reason why the mail goes to quarantine without being read. */
  readonly refused?: string
}

/**
 * Stores a mail and returns the id of its record. When it returns, the mail is durable: it can be acknowledged, or removed
 * from the mailbox that it came from. The intake processes it later, even after a crash.
 */
export async function accept(desk: Desk, raw: Uint8Array | Content, arrival: Arrival): Promise<number> {
  const stored = await desk.files.put(raw)
  return unitOfWork(desk, systemUser, (unit) => addToInbox(unit, stored, arrival), 'skip automation')
}

/** Adds a stored mail to the inbox, in a transaction of the caller. */
export async function addToInbox(
  unit: Unit,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  arrival: Arrival,
): Promise<number> {
  const { envelope_to = [], authentication = {}, refused, ...columns } = arrival
  const existing = arrival.source_key === undefined ? undefined : await idBySourceKey(unit, arrival.source_key)
  if (existing !== undefined) return existing
  return insert(unit, 'received_mail', {
    ...columns,
    ...(refused === undefined ? {} : { state: 'quarantined', reason: refused }),
    envelope_to: { addresses: envelope_to },
    authentication: { ...authentication },
    sha256,
    size,
    due_at: unit.now,
  })
}

async function idBySourceKey({ db }: Unit, key: string): Promise<number | undefined> {
  const row = await db.sql.selectFrom('received_mails').select('id').where('source_key', '=', key).executeTakeFirst()
  return row?.id
}
