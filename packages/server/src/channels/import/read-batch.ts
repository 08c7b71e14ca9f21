import { hash } from 'node:crypto'
import type { Desk } from '../../kernel/context.ts'
import type { ReadResult, Reader } from '../intake/reader.ts'
import type { Message } from './sources.ts'

/** A batch of messages, of which the new ones have been parsed and stored. */
export interface Batch {
  readonly messages: readonly Message[]
  /** The messages that had not been imported before, and the result of reading each of them. */
  readonly newMessages: readonly Message[]
  readonly outcomes: readonly ReadResult[]
}

/** Parses the new messages of a batch and stores their bytes and attachments, before the transaction that writes them. */
export async function readBatch(desk: Desk, reader: Reader, messages: readonly Message[]): Promise<Batch> {
  const hashes = messages.map(({ raw }) => hash('sha256', raw))
  const importedHashes = await findImportedHashes(desk, hashes)
  const now = desk.now().getTime()
  const newMessages = messages.filter((_, index) => !importedHashes.has(hashes[index] as string))
  const rawMessages = newMessages.map(({ raw, origin }) => ({ raw, origin: { ...origin, now } }))
  return { messages, newMessages, outcomes: rawMessages.length === 0 ? [] : await reader.read(rawMessages) }
}

async function findImportedHashes({ database }: Desk, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await database.sql.selectFrom('mail_imports').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
