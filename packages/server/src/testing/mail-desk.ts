import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importMail, type ImportOptions, type ImportSummary } from '../channels/import/import.ts'
import { checks } from '../upkeep/check.ts'
import type { Database } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { writeDefaults } from '../setup/defaults.ts'
import { deskOver } from '../setup/desk.ts'
import type { Desk } from '../kernel/context.ts'
import { eachDialect, type Open } from './each-dialect.ts'

/** A new desk for importing mail. Its clock always shows 2 March 2026. Closing it removes everything. */
export interface MailDesk {
  readonly desk: Desk
  /** A folder for files of the test. */
  readonly folder: string
  /** Imports messages in this order, each from its own file. */
  importMails(mails: readonly string[], options?: Partial<ImportOptions>): Promise<ImportSummary>
  /** The imported tickets in the order of their ids, with names of related records. */
  tickets(): Promise<Awaited<ReturnType<typeof readTickets>>>
  /** All problems that `deskbell check --deep` reports. */
  findProblems(): Promise<string[]>
  close(): Promise<void>
}

export async function openMailDesk(open: Open = eachDialect.sqlite): Promise<MailDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-mail-desk-'))
  const database = await open(writeFirstRecords)
  const desk = deskOver(database, join(folder, 'files'), silent, { now: () => new Date(today) })
  return {
    desk,
    folder,
    tickets: () => readTickets(desk),
    importMails(mails, options) {
      const root = mkdtempSync(join(folder, 'mail-'))
      for (const [index, text] of mails.entries()) {
        writeFileSync(join(root, `${String(index).padStart(3, '0')}.eml`), text, 'latin1')
      }
      return importMail(desk, [root], { quarantine: join(folder, 'quarantine'), ...options })
    },
    findProblems: () => findProblems(desk),
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The parts of a message that a test specifies; the others have defaults. */
export interface MailParts {
  readonly id: string
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly date?: string
  /** Further header fields, each with a line break at its end. */
  readonly head?: string
  readonly body?: string
}

/** Builds the text of a message. */
export const mail = ({ id, from, to, subject, date, head = '', body = `This is ${id}.\n` }: MailParts): string =>
  [
    `From: ${from ?? 'Nils Brandt <nils@bakery.example>'}`,
    `To: ${to ?? 'help@desk.example'}`,
    `Subject: ${subject ?? 'Printer'}`,
    `Date: ${date ?? februaryDay(2)}`,
    `Message-ID: <${id}@x.example>`,
    `${head}\n${body}`,
  ].join('\n')

/** 10:00 UTC on a day of February 2026, as the header Date writes it. */
export const februaryDay = (day: number): string => `${day} Feb 2026 10:00:00 +0000`

/** The header that makes a message a reply to another. */
export const inReplyTo = (id: string) => ({ head: `In-Reply-To: <${id}@x.example>\n` })

/**
 * Builds the report of a mail server that a message did not reach a recipient.
 * @param messageId with angle brackets.
 */
export const deliveryReport = (messageId: string, recipient: string): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    'To: printers@desk.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Date: 2 Feb 2026 10:00:00 +0000',
    'Message-ID: <dsn@mx.example>',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 no such user',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Printers <printers@desk.example>',
    `Message-ID: ${messageId}`,
    '--b--',
    '',
  ].join('\n')

/** All problems that `deskbell check --deep` reports, as sentences. */
export async function findProblems(desk: Desk): Promise<string[]> {
  const problems: string[] = []
  for (const { find } of checks) for await (const sentence of find(desk, { deep: true })) problems.push(sentence)
  return problems
}

const today = '2026-03-02T09:00:00.000Z'

async function writeFirstRecords(database: Database): Promise<void> {
  await migrate(database)
  const desk = deskOver(database, '/nonexistent', silent, { now: () => new Date(today) })
  await writeDefaults(desk, { email: 'admin@desk.example', password: 'correct horse' })
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function readTickets({ database }: Desk) {
  const rows = await database.sql
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .selectAll('tickets')
    .select(['users.login as customer', 'groups.name as group', 'ticket_states.name as state'])
    .where('tickets.id', '>', 1)
    .orderBy('tickets.id')
    .execute()
  return rows.map((row) => ({ ...row }))
}
