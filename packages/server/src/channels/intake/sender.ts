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
  /**
   * True if the address is in `From`, and DMARC can check its domain. Any other header can name anybody, so an author from
   * there has no rights: an agent is treated as a customer.
   */
  readonly isVerifiable: boolean
}

/**
 * Finds or creates the author. Mail from an address of this service, such as that of a contact form, is by the person in
 * `Reply-To`; without one it is by the service itself.
 */
export async function authorOf(
  ctx: WriteContext,
  mail: Mail,
  ownAddress: (address: string) => OwnAddress | undefined,
  decisions: Decisions,
): Promise<Author> {
  const { sender, sender_header } = mail
  const senderAddress = sender.address.toLowerCase()
  const isVerifiable = sender_header === 'From' && mail.author_domain === senderAddress.split('@').at(-1)
  if (!ownAddress(senderAddress)) return authorIn(ctx, sender, { header: sender_header, isVerifiable }, decisions)
  const replyTo = mail.reply_to.find(({ address }) => isEmail(address) && !ownAddress(address))
  const header = `Reply-To, because ${sender_header} is an address of this service`
  if (replyTo) return authorIn(ctx, replyTo, { header, isVerifiable: false }, decisions)
  decisions.note('sender', `${senderAddress} is an address of this service.`)
  return { id: systemUser, organization_id: null, isAgent: true, address: senderAddress, isVerifiable }
}

/** Finds or creates the author, and notes the header with the address. */
async function authorIn(
  ctx: WriteContext,
  mailbox: Mailbox,
  { header, isVerifiable }: { readonly header: string; readonly isVerifiable: boolean },
  decisions: Decisions,
): Promise<Author> {
  const person = await personOf(ctx, mailbox)
  const address = isEmail(mailbox.address) ? mailbox.address.toLowerCase() : ''
  const kind = person.isAgent ? 'an agent' : 'a customer'
  const rights = isVerifiable ? '' : ' DMARC cannot check this address, so it gives no rights.'
  const description = `${address} is ${kind}, taken from ${header}.${rights}`
  decisions.note('sender', address === '' ? 'The mail has no valid address of a sender.' : description)
  return { ...person, isAgent: person.isAgent && isVerifiable, address, isVerifiable }
}

// The tally is discarded: only imports report how many records they have created.
const personOf = (ctx: WriteContext, mailbox: Mailbox): Promise<Person> =>
  personFor(ctx, emptyTally(), mailbox, 'of assigned domains')

/** Returns the customer of a new ticket: the author, or if an agent writes, the first recipient outside of this service. */
export async function customerOf(
  ctx: WriteContext,
  mail: Mail,
  author: Author,
  ownAddress: (address: string) => OwnAddress | undefined,
): Promise<number> {
  if (!author.isAgent) return author.id
  const recipient = mail.to.find(({ address }) => isEmail(address) && !ownAddress(address))
  return recipient ? (await personOf(ctx, recipient)).id : author.id
}
