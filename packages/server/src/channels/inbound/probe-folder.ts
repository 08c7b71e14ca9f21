import { ImapFlow } from 'imapflow'
import type { Desk } from '../../kernel/context.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'
import { type ProbeResult, success } from '../probe-result.ts'
import { sentenceFor } from '../server-failures.ts'
import { imapOptions } from './mailbox.ts'

/** Signs in to a mailbox, lists its folders and counts the mail in the folder of the channel, without changing any mail. */
export async function probeFolder(
  desk: Desk,
  channel: Pick<EmailChannel, 'id' | 'inbound'>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  let client: ImapFlow | undefined
  let folders: string[] = []
  const failure = (error: string): ProbeResult => ({ ...success, ok: false, error, folders })
  const stop = () => client?.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    client = new ImapFlow(await imapOptions(desk, channel))
    // Failures of the connection also reject the current command; without a listener, they would end the process.
    client.on('error', () => {})
    await client.connect()
    folders = (await client.list()).filter(({ flags }) => !flags.has('\\Noselect')).map(({ path }) => path)
    const missing = missingFolder(channel.inbound, folders)
    if (missing !== undefined) return failure(`There is no folder "${missing}".`)
    const status = await client.status(channel.inbound.folder, { messages: true, unseen: true })
    if (!status) return failure(`The mail server does not open the folder "${channel.inbound.folder}".`)
    return { ...success, folders, messages: status.messages ?? 0, unread: status.unseen ?? 0 }
  } catch (error) {
    return failure(signal.aborted ? 'The mail server does not answer.' : sentenceFor(error))
  } finally {
    signal.removeEventListener('abort', stop)
    client?.close()
  }
}

/** Returns the name of a folder for comparisons: IMAP ignores case only in the name of the inbox. */
const normalizeInbox = (name: string): string => (/^inbox$/i.test(name) ? 'INBOX' : name)

function missingFolder({ folder, after, move_to }: EmailChannel['inbound'], folders: readonly string[]) {
  const needed = [folder, ...(after === 'move' && move_to !== null ? [move_to] : [])]
  return needed.find((name) => !folders.some((folder) => normalizeInbox(folder) === normalizeInbox(name)))
}
