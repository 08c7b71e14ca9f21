/** Formats subjects of mails with the number of their ticket: `RE: Printer offline [Ticket#67012]`. */
import type { SettingValue } from '@deskbell/contract'

/** The settings for subjects. */
export interface SubjectStyle {
  /** The text before the number, such as `Ticket#`. */
  readonly hook: string
  readonly position: SettingValue<'ticket_hook_position'>
  /** The prefix of replies, such as `RE`. */
  readonly reply: string
  /** Maximum length of the subject without hook and prefix, in characters. */
  readonly size: number
}

/** The prefix of a forwarded message, which gets no reply prefix. `Re: Fwd: Offer` is a reply. */
const forwardPrefix = /^(?:fwd?|wg)\s?:/i

/** Returns the subject of a mail of a ticket. */
export function subjectFor(
  { hook, position, reply, size }: SubjectStyle,
  number: string,
  subject: string,
  isReply: boolean,
): string {
  const clean = cleanSubject(subject, hook, number)
  const short = Array.from(clean).length > size ? `${Array.from(clean).slice(0, size).join('')}...` : clean
  const prefixed = isReply && !forwardPrefix.test(subject.trim()) ? `${reply}: ${short}` : short
  const reference = `[${hook}${number}]`
  if (position === 'none') return prefixed
  return position === 'left' ? `${reference} ${prefixed}` : `${prefixed} ${reference}`
}

/** Removes prefixes such as `Re:` and `AW[2]:` and the number of the ticket, which earlier mails have added. */
function cleanSubject(subject: string, hook: string, number: string): string {
  const reference = new RegExp(String.raw`\[?${escapePattern(hook)}\s{0,2}${escapePattern(number)}\]?`, 'giu')
  return subject
    .replace(reference, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:re|aw|antw|sv|vs|ref)(?:\[\d+\]|\^\d+)?\s?:\s*)+/i, '')
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
