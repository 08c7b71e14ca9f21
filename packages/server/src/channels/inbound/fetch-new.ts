/**
 * Fetches the new mails of an IMAP folder into the inbox of the service, each once unless the server renumbers them, and then
 * marks, moves or deletes them in the folder as the channel specifies.
 */
import { systemUser } from '@deskbell/contract'
import type { ImapFlow, MailboxObject, SearchObject } from 'imapflow'
import type { Desk } from '../../kernel/context.ts'
import { readStoredValue, writeStoredValue } from '../../kernel/settings.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { accept } from '../intake/inbox.ts'
import { MAX_MAIL_SIZE } from './connection.ts'

/** Number of mails whose sizes are read with one command. */
const BATCH_SIZE = 50

/** The position up to which a folder has been read. */
interface FolderPosition {
  /** The UIDVALIDITY of the folder: the server changes it when it renumbers the mails. */
  readonly validity: string
  /** All mails up to this UID have been processed. */
  readonly uid: number
  /** The time of the first connection, ISO 8601. */
  readonly since: string
  /** The UID of the last mail when the folder was first read with this UIDVALIDITY. */
  readonly until: number
  /** The mails up to `until` that are fetched: all, the unread ones, or those since the first connection. */
  readonly only: 'all' | 'unread' | 'recent'
}

/**
 * Fetches the mails after the stored position. A mail is stored in the inbox first, under its UID; only then is it marked,
 * moved or deleted. After a crash between the two, the second step is repeated.
 */
export async function fetchNew(
  desk: Desk,
  client: ImapFlow,
  channel: EmailChannel,
  isStopping: () => boolean,
): Promise<void> {
  const box = client.mailbox
  if (!box) throw new Error('The folder is not open.')
  let position = await positionIn(desk, channel, box)
  const uids = await newUids(client, position)
  for (let from = 0; from < uids.length && !isStopping(); from += BATCH_SIZE) {
    const batch = uids.slice(from, from + BATCH_SIZE)
    const sizes = new Map<number, number>()
    for (const { uid, size } of await client.fetchAll(batch.join(), { uid: true, size: true }, { uid: true })) {
      sizes.set(uid, size ?? 0)
    }
    for (const uid of batch) {
      if (isStopping()) break
      await fetchOne(desk, client, channel, { uid, size: sizes.get(uid), validity: position.validity })
      position = { ...position, uid }
    }
    await storePosition(desk, channel, position)
  }
}

const positionKey = ({ id, inbound: { folder } }: EmailChannel): string => `imap:${id}:${folder}`

/**
 * Reads the stored position in a folder, or determines and stores a new one. If the channel moves or deletes received mail,
 * all mail in the folder is fetched. Otherwise received mail stays in the folder, which people may also read. In this case
 * the first connection fetches only unread mail if the channel marks received mail as read, and no old mail if the channel
 * leaves mail unchanged. If the server has renumbered the mails, those since the first connection are fetched again, and
 * the intake recognizes duplicates.
 */
async function positionIn(desk: Desk, channel: EmailChannel, box: MailboxObject): Promise<FolderPosition> {
  const { after } = channel.inbound
  const text = await readStoredValue(desk.database, positionKey(channel))
  const validity = String(box.uidValidity)
  const stored = text === undefined ? undefined : (JSON.parse(text) as FolderPosition)
  if (stored?.validity === validity) return stored
  const since = stored?.since ?? desk.now().toISOString()
  const until = box.uidNext - 1
  const removesMail = after === 'move' || after === 'delete'
  const onlyIfMailStays = stored === undefined ? 'unread' : 'recent'
  const only = removesMail ? 'all' : onlyIfMailStays
  const uid = stored === undefined && after === 'keep' ? until : 0
  const position = { validity, uid, since, until, only } as const
  await storePosition(desk, channel, position)
  return position
}

async function storePosition(desk: Desk, channel: EmailChannel, position: FolderPosition): Promise<void> {
  const text = JSON.stringify(position)
  if ((await readStoredValue(desk.database, positionKey(channel))) === text) return
  await unitOfWork(desk, systemUser, ({ db }) => writeStoredValue(db, positionKey(channel), text), 'skip automation')
}

/** Returns the UIDs after the position, in ascending order. */
async function newUids(client: ImapFlow, { uid, since, until, only }: FolderPosition): Promise<number[]> {
  if (client.mailbox && client.mailbox.exists === 0) return []
  const search = async (query: SearchObject) => (await client.search(query, { uid: true })) || []
  /** All mails from this UID on are fetched. */
  const firstLater = Math.max(uid, only === 'all' ? 0 : until) + 1
  // IMAP searches by days without a time zone, so the search begins a day earlier.
  const day = new Date(Date.parse(since) - 24 * 3_600_000)
  const condition = only === 'unread' ? { seen: false } : { since: day }
  const earlier = uid + 1 < firstLater ? await search({ uid: `${uid + 1}:${firstLater - 1}`, ...condition }) : []
  // The range `n:*` always includes the last mail, even if its UID is lower than n.
  const later = (await search({ uid: `${firstLater}:*` })).filter((number) => number >= firstLater)
  return [...earlier.filter((number) => number > uid && number < firstLater), ...later].toSorted((a, b) => a - b)
}

/** A mail in the folder. */
interface NumberedMail {
  readonly uid: number
  /** Undefined if the mail was removed in the meantime. */
  readonly size: number | undefined
  readonly validity: string
}

async function fetchOne(desk: Desk, client: ImapFlow, channel: EmailChannel, mail: NumberedMail): Promise<void> {
  const { uid, size, validity } = mail
  if (size === undefined) return
  const source_key = `${positionKey(channel)}:${validity}:${uid}`
  const isTooLarge = size > MAX_MAIL_SIZE
  if (!(await isAccepted(desk, source_key))) {
    const wanted = isTooLarge ? { headers: true } : { source: true }
    const fetched = await client.fetchOne(String(uid), wanted, { uid: true })
    const raw = fetched && (isTooLarge ? fetched.headers : fetched.source)
    if (!raw) {
      if (!client.usable) throw new Error('The mail server has ended the connection.')
      return
    }
    const reason = `The mail has ${size} bytes, more than ${MAX_MAIL_SIZE}: only its header was fetched, and it stays in the mailbox.`
    const arrival = { via: 'imap', channel_id: channel.id, source_key } as const
    await accept(desk, raw, isTooLarge ? { ...arrival, refused: reason } : arrival)
  }
  if (!isTooLarge) await finishMail(client, channel, String(uid))
}

async function isAccepted({ database: { sql } }: Desk, key: string): Promise<boolean> {
  const row = await sql.selectFrom('received_mails').select('id').where('source_key', '=', key).executeTakeFirst()
  return row !== undefined
}

/**
 * Marks, moves or deletes a mail that is stored in the inbox, as the channel specifies.
 * @throws Error if the server refuses.
 */
async function finishMail(client: ImapFlow, { inbound: { after, move_to } }: EmailChannel, uid: string): Promise<void> {
  if (after === 'keep') return
  const finish = {
    seen: () => client.messageFlagsAdd(uid, ['\\Seen'], { uid: true }),
    delete: () => deleteMail(client, uid),
    move: () => moveMail(client, uid, move_to ?? ''),
  }[after]
  if (!(await finish())) {
    throw new Error(`The mail server refuses to ${after === 'seen' ? 'mark' : after} received mail.`)
  }
}

/**
 * Deletes a mail. On a server without UIDPLUS, only marks it as deleted, because EXPUNGE would also remove the mails that
 * other programs have marked.
 */
const deleteMail = (client: ImapFlow, uid: string): Promise<boolean> =>
  client.capabilities.has('UIDPLUS')
    ? client.messageDelete(uid, { uid: true })
    : client.messageFlagsAdd(uid, ['\\Deleted'], { uid: true })

async function moveMail(client: ImapFlow, uid: string, folder: string): Promise<boolean> {
  if (client.capabilities.has('MOVE')) return Boolean(await client.messageMove(uid, folder, { uid: true }))
  return Boolean(await client.messageCopy(uid, folder, { uid: true })) && deleteMail(client, uid)
}
