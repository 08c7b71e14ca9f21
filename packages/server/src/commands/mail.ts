import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { MAX_MAIL_SIZE } from '../channels/inbound/connection.ts'
import { accept } from '../channels/intake/inbox.ts'
import { retryReceivedMail } from '../channels/intake/retry.ts'
import type { LocationOptions } from '../config.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import { receivedMail, mailStates, mailsInState } from '../resources/received_mail/reads.ts'
import { asSystem } from '../resources/user/actor.ts'
import { unitOfWork, writeContext } from '../writing/unit-of-work.ts'
import { deskCommand, repeatable, withExistingDesk } from './desk-command.ts'
import { failureMessage } from '../errors/failure-message.ts'

interface DeliverOptions extends LocationOptions {
  readonly channel?: string
  readonly from?: string
  readonly to?: readonly string[]
}

/** The exit codes that mail servers know (sysexits.h). With EX_TEMPFAIL, the server keeps the mail and tries again. */
const EX_DATAERR = 65
const EX_TEMPFAIL = 75

export const mailCommand = (): Command =>
  new Command('mail')
    .description('receive mail, and work with the mail in quarantine')
    .addCommand(deliverCommand())
    .addCommand(listCommand())
    .addCommand(rawCommand())
    .addCommand(retryCommand())

const deliverCommand = (): Command =>
  deskCommand('deliver', 'deliver a message from standard input')
    .option('--channel <name>', 'the channel whose group gets new tickets (default: by the recipients)')
    .option('--from <address>', 'the sender on the envelope; empty for a delivery report')
    .option('--to <address>', 'a recipient on the envelope; can be repeated', repeatable)
    .addHelpText(
      'after',
      `
For mail servers and filters that pass messages to a program. Returns when the message is safe in the database, from
which a service creates the ticket, now or at its next start. Exits with 0 if the message is safe, with 75
(EX_TEMPFAIL) if the mail server should try again, and with 65 (EX_DATAERR) if it is empty or larger than 50 MiB.

Examples:
  deskbell mail deliver < message.eml
  deskbell mail deliver --from "$SENDER" --to "$RECIPIENT"`,
    )
    .action(deliver)

async function deliver(options: DeliverOptions): Promise<void> {
  try {
    const raw = await buffer(process.stdin)
    if (raw.length === 0) return fail(EX_DATAERR, 'The message is empty.')
    if (raw.length > MAX_MAIL_SIZE) return fail(EX_DATAERR, `The message has more than ${MAX_MAIL_SIZE} bytes.`)
    const id = await withExistingDesk(options, async (desk) =>
      accept(desk, raw, {
        via: 'pipe',
        channel_id: await channelNamed(desk, options.channel),
        envelope_from: options.from ?? null,
        envelope_to: options.to ?? [],
      }),
    )
    console.log(id)
  } catch (failure) {
    // Whatever fails, the message must not be lost: the mail server keeps it and tries again.
    fail(EX_TEMPFAIL, failureMessage(storageFault(failure) ?? failure))
  }
}

function fail(code: number, sentence: string): void {
  console.error(`deskbell: ${sentence}`)
  process.exitCode = code
}

async function channelNamed({ database: { sql } }: Desk, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const row = await sql.selectFrom('channels').select('id').where('name', '=', name).executeTakeFirst()
  if (row) return row.id
  throw new Error(`--channel: there is no channel "${name}".`)
}

interface ListOptions extends LocationOptions {
  readonly state: string
}

const listCommand = (): Command =>
  deskCommand('list', 'list received mails in a state, the newest first')
    .option('--state <state>', `one of ${mailStates.join(', ')}`, 'quarantined')
    .action(async (options: ListOptions) => {
      if (!mailStates.some((state) => state === options.state)) {
        throw new Error(`--state: expected one of ${mailStates.join(', ')}, got "${options.state}".`)
      }
      await withExistingDesk(options, async (desk) => {
        for (const id of await mailsInState(await asSystem(desk), options.state)) console.log(await lineOf(desk, id))
      })
    })

async function lineOf({ database: { sql } }: Desk, id: number): Promise<string> {
  const { created_at, from, subject, reason } = await sql
    .selectFrom('received_mails')
    .select(['created_at', 'from', 'subject', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [id, created_at, from ?? '', subject ?? '', reason ?? ''].join('\t')
}

const rawCommand = (): Command =>
  deskCommand('raw', 'print the original bytes of a received mail')
    .argument('<id>', 'its id, as in the list')
    .action(async (id: string, options: LocationOptions) => {
      await withExistingDesk(options, async (desk) => {
        const { sha256 } = await existingMail(desk, id)
        for await (const chunk of desk.files.read(sha256)) process.stdout.write(chunk as Buffer)
      })
    })

interface RetryOptions extends LocationOptions {
  readonly raw?: string
}

const retryCommand = (): Command =>
  deskCommand('retry', 'process a mail in quarantine again')
    .argument('<id>', 'its id, as in the list')
    .option('--raw <file>', 'an edited message in place of the received one, which is kept')
    .action(async (id: string, options: RetryOptions) => {
      await withExistingDesk(options, async (desk) => {
        const mail = await existingMail(desk, id)
        const edited = options.raw === undefined ? undefined : await desk.files.put(await readFile(options.raw))
        const system = await asSystem(desk)
        const retry = (unit: Unit) => retryReceivedMail(writeContext(system, unit), mail.id, edited)
        console.log(await unitOfWork(desk, system.actor.id, retry))
      })
    })

/** Reads a received mail. @throws Error for an id that does not exist. */
async function existingMail(desk: Desk, idText: string) {
  const id = Number(idText)
  const mail = Number.isSafeInteger(id) ? await receivedMail(desk.database, id).catch(() => undefined) : undefined
  if (!mail) throw new Error(`There is no received mail "${idText}".`)
  return mail
}
