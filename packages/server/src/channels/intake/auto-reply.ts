/** Recognizes mail that a program has written, which must not be answered automatically (RFC 3834). */
import type { Mail } from '../message/mail.ts'

/** Properties of the author, derived from the headers of a mail. */
export interface AutoReply {
  /** True if a program has written the mail. */
  readonly isAutomatic: boolean
  /** True if the author is absent or the mail was answered by a program: it says nothing about the ticket. */
  readonly isAbsence: boolean
  /** The reason why no automatic answer may be sent; null if one may. */
  readonly silent: string | null
}

/** Decides by headers and addresses. @param envelopeFrom empty for mail without a sender, such as reports. */
export function autoReplyOf(mail: Mail, envelopeFrom: string | null): AutoReply {
  const header = (name: string) => mail.headers.find(([key]) => key === name)?.[1].toLowerCase()
  const submitted = header('auto-submitted')?.split(';')[0]?.trim()
  const suppress = header('x-auto-response-suppress') ?? ''
  const bulk = /^(?:bulk|list|junk|auto_reply)\b/.exec(header('precedence') ?? '')?.[0]
  const robot = ROBOT.exec(mail.sender.address)?.[0]
  const automatic =
    (submitted !== undefined && submitted !== 'no' && `its header Auto-Submitted is "${submitted}"`) ||
    (bulk !== undefined && `its header Precedence is "${bulk}"`) ||
    (header('x-loop') !== undefined && 'it has the header X-Loop') ||
    (header('x-autoreply') !== undefined && 'it has the header X-Autoreply') ||
    (header('x-autorespond') !== undefined && 'it has the header X-Autorespond') ||
    (mail.report !== null && 'it is a report about delivery') ||
    (envelopeFrom === '' && 'it has no sender on the envelope') ||
    ((header('list-unsubscribe')?.length ?? 0) >= 3 && 'it has the header List-Unsubscribe')
  const silent =
    automatic ||
    (mail.list !== null && 'it came over a mailing list') ||
    (/\b(?:all|autoreply|oof)\b/.test(suppress) && 'its header X-Auto-Response-Suppress forbids it') ||
    (robot !== undefined && `"${robot}" is not the address of a person`)
  return {
    isAutomatic: automatic !== false,
    isAbsence: submitted === 'auto-replied' || /^(?:vacation|owner-email)/.test(submitted ?? '') || isOutOfOffice(mail),
    silent: silent === false ? null : silent,
  }
}

const ROBOT =
  /^(?:mailer-daemon|postmaster|abuse|root|daemon|no-?reply|do-?not-?reply|noreply[\w.-]*|owner-[^@]+|[^@]+-(?:request|bounces?))(?=@)/i

/** Exchange marks answers of absent people by two headers, other programs only by the subject. */
const isOutOfOffice = ({ headers, subject }: Mail): boolean =>
  headers.some(([name]) => name === 'x-ms-exchange-inbox-rules-loop') ||
  /^\s*(?:auto(?:matic)?[- ]?reply|automatische antwort|out of (?:the )?office|abwesen\w*|réponse automatique|vacation)\b/i.test(
    subject,
  )
