/** Determines the author of a received mail, and the customer of its ticket. */
import { systemUser } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { isEmail } from '../../resources/user/names.ts'
import type { Mail, Mailbox } from '../message/mail.ts'
import type { OwnAddress } from './addresses-of-desk.ts'
import type { Decisions } from './decisions.ts'
import { type Person, personFor } from './people.ts'
import { emptyTally } from './tally.ts'

/** The author of a mail. */
export interface Author extends Person {
  /** In lower case; empty if the mail names no valid address. */
  readonly address: string
}

/**
 * Finds or creates the author. Mail from an address of this service, such as that of a contact form, is by the person in
 * `Reply-To`; without one it is by the service itself.
 */
export async function authorOf(
  ctx: WriteContext,
  mail: Mail,
  isOwn: (address: string) => OwnAddress | undefined,
  decisions: Decisions,
): Promise<Author> {
  const written = mail.sender.address.toLowerCase()
  if (!isOwn(written)) return noteAuthor(await authorFrom(ctx, mail.sender), 'From', decisions)
  const reply = mail.reply_to.find(({ address }) => isEmail(address) && !isOwn(address))
  if (reply)
    return noteAuthor(await authorFrom(ctx, reply), 'Reply-To, because From is an address of this service', decisions)
  decisions.note('sender', `${written} is an address of this service.`)
  return { id: systemUser, organization_id: null, isAgent: true, address: written }
}

async function authorFrom(ctx: WriteContext, mailbox: Mailbox): Promise<Author> {
  const person = await personFor(ctx, emptyTally(), mailbox, 'of assigned domains')
  return { ...person, address: isEmail(mailbox.address) ? mailbox.address.toLowerCase() : '' }
}

function noteAuthor(author: Author, header: string, decisions: Decisions): Author {
  const kind = author.isAgent ? 'an agent' : 'a customer'
  decisions.note('sender', `${author.address || 'An unknown sender'} is ${kind}, taken from ${header}.`)
  return author
}

/** Returns the customer of a new ticket: the author, or the first recipient outside of this service if an agent writes. */
export async function customerOf(
  ctx: WriteContext,
  mail: Mail,
  author: Author,
  isOwn: (address: string) => OwnAddress | undefined,
): Promise<number> {
  if (!author.isAgent) return author.id
  const recipient = mail.to.find(({ address }) => isEmail(address) && !isOwn(address))
  return recipient ? (await authorFrom(ctx, recipient)).id : author.id
}
