import { hash } from 'node:crypto'
import type { Desk } from '../../kernel/context.ts'
import type { ReadResult, Reader } from '../intake/reader.ts'
import type { Message } from './sources.ts'

/** A batch of messages whose new ones are parsed and stored. */
export interface Batch {
  readonly messages: readonly Message[]
  /** The messages that had not been imported before, and the result of reading each of them. */
  readonly newMessages: readonly Message[]
  readonly outcomes: readonly ReadResult[]
}

/** Parses the new messages of a batch and stores their bytes and attachments, before the transaction. */
export async function readBatch(desk: Desk, reader: Reader, messages: readonly Message[]): Promise<Batch> {
  const hashes = messages.map(({ raw }) => hash('sha256', raw))
  const known = await findImportedHashes(desk, hashes)
  const now = desk.now().getTime()
  const newMessages = messages.filter((_, index) => !known.has(hashes[index] as string))
  const unread = newMessages.map(({ raw, origin }) => ({ raw, origin: { ...origin, now } }))
  return { messages, newMessages, outcomes: unread.length === 0 ? [] : await reader.read(unread) }
}

async function findImportedHashes({ database }: Desk, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await database.sql.selectFrom('mail_imports').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
