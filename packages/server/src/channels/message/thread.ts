/** Rules for which mails belong to the same thread. Pure functions; the caller reads the database. */
import type { Mail, Mailbox } from './mail.ts'

/**
 * Milliseconds before the first and after the last mail of a thread in which a mail with the same subject may belong to it.
 * People reply after four weeks, but "Invoice" comes back every year.
 */
export const SUBJECT_WINDOW = 30 * 24 * 60 * 60 * 1000

/** A subject, normalized for comparison. */
export interface SubjectKey {
  /** The subject without prefixes and list tags, in lower case; may be empty. */
  readonly key: string
  /** True if it has the prefix of a reply. */
  readonly is_reply: boolean
}

/** The properties of an existing thread that decide whether a mail with the same subject belongs to it. */
export interface Thread {
  /** Times of its first and last mail, milliseconds since 1970. */
  readonly first: number
  readonly last: number
  /** True if its first mail is a reply to an unknown mail. */
  readonly opened_by_reply: boolean
  /** Addresses of all senders and recipients, in lower case. */
  readonly participants: ReadonlySet<string>
  /** Address of the customer, in lower case. */
  readonly customer: string
  /** True if mail and thread are on the same mailing list. */
  readonly same_list: boolean
}

/** Returns the Message-IDs of the mails that a mail replies to, the nearest first. */
export function ancestors(mail: Pick<Mail, 'in_reply_to' | 'references' | 'message_id'>): string[] {
  const ids = new Set([...mail.in_reply_to, ...mail.references.toReversed()])
  ids.delete(mail.message_id)
  return [...ids]
}

/** Normalizes a subject. */
export function subjectKey(subject: string): SubjectKey {
  let rest = subject.normalize('NFKC').trim()
  let is_reply = false
  for (let before = ''; before !== rest;) {
    before = rest
    is_reply ||= REPLY.test(rest)
    rest = rest.replace(REPLY, '').replace(FORWARD, '').replace(TAG, '').replace(ENDING, '').trim()
  }
  return { key: rest.toLowerCase().replace(/\s+/g, ' ').slice(0, 200), is_reply }
}

/** Returns the title of a ticket: the subject without the prefixes of replies. */
export function titleOf(subject: string): string {
  let title = subject.trim()
  for (let before = ''; before !== title;) {
    before = title
    title = title.replace(REPLY, '')
  }
  return title || subject.trim()
}

/**
 * Returns true if a mail without usable Message-IDs belongs to a thread with the same subject. It must be a reply (or the mail
 * that the thread replies to) within the time window. Also, it must be on the same mailing list, or its sender must take part in
 * the thread, and the customer must be its sender or a recipient. Otherwise a customer who writes "Re: Invoice" to the same
 * address would see the mail of another.
 */
export function continues(
  mail: { at: number; is_reply: boolean; from: string; participants: ReadonlySet<string> },
  thread: Thread,
): boolean {
  const isReply = mail.is_reply || (thread.opened_by_reply && mail.at <= thread.first)
  const isInWindow = mail.at >= thread.first - SUBJECT_WINDOW && mail.at <= thread.last + SUBJECT_WINDOW
  const hasCustomer = thread.participants.has(mail.from) && mail.participants.has(thread.customer)
  return isReply && isInWindow && (thread.same_list || hasCustomer)
}

/** Returns the addresses of all senders and recipients of a mail, in lower case. */
export function participantsOf(mail: Pick<Mail, 'from' | 'to' | 'cc' | 'reply_to'>): Set<string> {
  const mailboxes: readonly Mailbox[] = [...mail.from, ...mail.to, ...mail.cc, ...mail.reply_to]
  return new Set(mailboxes.map(({ address }) => address.toLowerCase()).filter(Boolean))
}

/** Matches the rest of a prefix: an optional count such as `[2]`, and a colon. */
const COUNT_AND_COLON = String.raw`(?:\s?[[(^]?\d{1,3}[\])]?)?\s?[:：]\s*`

/** The prefixes of replies in many languages, also with a count ("Re[2]:"). */
const REPLY = new RegExp(
  String.raw`^\s*(?:re|aw|antw|antwort|sv|vs|odp|ynt|res|rif|ref|atb|bls|回复|回覆|答复|返信)${COUNT_AND_COLON}`,
  'i',
)

/** The prefixes of forwarded mail, which has the subject of a thread but is not a reply. */
const FORWARD = new RegExp(String.raw`^\s*(?:fwd?|wg|tr|rv|vb|vl|enc|doorst|转发|轉寄|転送)${COUNT_AND_COLON}`, 'i')

/** The prefix of a mailing list: "[exmh-users]". */
const TAG = /^\s*\[[^\]]{1,60}\]\s*/

/** The ending of a subject that was forwarded or changed: "(fwd)", "(was: Printer)". */
const ENDING = /\s*\((?:fwd|was:? [^()]{0,200})\)\s*$/i
