/** Which mails belong together. Pure rules; what is already there is looked up by the importer. */
import type { Mail, Mailbox } from './mail.ts'

/**
 * Without Message-IDs, mails of one subject belong together only when they follow each other this closely, in milliseconds:
 * people do come back after four weeks, and "Invoice" comes back every year.
 */
export const SUBJECT_WINDOW = 30 * 24 * 60 * 60 * 1000

/** What the subject says about the thread. */
export interface SubjectKey {
  /** The subject without prefixes and list tags, folded; empty when nothing is left to compare. */
  readonly key: string
  /** Whether a prefix says that it answers something. */
  readonly is_reply: boolean
}

/** A thread that exists, as far as its subject can lead a mail into it. */
export interface Thread {
  /** Times of its first and last mail, milliseconds since 1970. */
  readonly first: number
  readonly last: number
  /** Whether its first mail answers one that has not been seen. */
  readonly opened_by_reply: boolean
  /** Lower-cased addresses of everybody who wrote or was written to. */
  readonly participants: ReadonlySet<string>
  /** Lower-cased address of the customer. */
  readonly customer: string
  /** Whether the mail came over the mailing list that the thread is on. */
  readonly same_list: boolean
}

/** The Message-IDs that may lead to the thread of a mail, the surest first: what it answers, then what that answered. */
export function ancestors(mail: Pick<Mail, 'in_reply_to' | 'references' | 'message_id'>): string[] {
  const ids = new Set([...mail.in_reply_to, ...mail.references.toReversed()])
  ids.delete(mail.message_id)
  return [...ids]
}

/** Reads a subject as a mail reader's list does: answers stand below what they answer. */
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

/** The subject as a title: without the prefixes of answers, because a ticket is no answer. */
export function titleOf(subject: string): string {
  let title = subject.trim()
  for (let before = ''; before !== title;) {
    before = title
    title = title.replace(REPLY, '')
  }
  return title || subject.trim()
}

/**
 * Whether a mail without usable Message-IDs continues a thread of the same subject. It has to answer (or to be what the
 * thread's first mail answers), to come within the window, and to be among the same people: over the same list, or by
 * someone who took part and with the customer among those it concerns. Less would show one customer's mail to another
 * who happens to write "Re: Invoice" to the same address.
 */
export function continues(
  mail: { at: number; is_reply: boolean; from: string; all: ReadonlySet<string> },
  thread: Thread,
): boolean {
  const answers = mail.is_reply || (thread.opened_by_reply && mail.at <= thread.first)
  const near = mail.at >= thread.first - SUBJECT_WINDOW && mail.at <= thread.last + SUBJECT_WINDOW
  const same = thread.same_list || (thread.participants.has(mail.from) && mail.all.has(thread.customer))
  return answers && near && same
}

/** Lower-cased addresses of everybody a mail comes from or goes to. */
export function participantsOf(mail: Pick<Mail, 'from' | 'to' | 'cc' | 'reply_to'>): Set<string> {
  const all: readonly Mailbox[] = [...mail.from, ...mail.to, ...mail.cc, ...mail.reply_to]
  return new Set(all.map(({ address }) => address.toLowerCase()).filter(Boolean))
}

const AGAIN = String.raw`(?:\s?[[(^]?\d{1,3}[\])]?)?\s?[:：]\s*`

/** "Re" in the mail programs of many languages, also counted ("Re[2]:"). */
const REPLY = new RegExp(
  String.raw`^\s*(?:re|aw|antw|antwort|sv|vs|odp|ynt|res|rif|ref|atb|bls|回复|回覆|答复|返信)${AGAIN}`,
  'i',
)

/** A forwarded mail has the subject of the thread it came from, but nobody in the thread has been answered. */
const FORWARD = new RegExp(String.raw`^\s*(?:fwd?|wg|tr|rv|vb|vl|enc|doorst|转发|轉寄|転送)${AGAIN}`, 'i')

/** What lists put in front: "[exmh-users]". */
const TAG = /^\s*\[[^\]]{1,60}\]\s*/

const ENDING = /\s*\((?:fwd|was:? [^()]{0,200})\)\s*$/i
