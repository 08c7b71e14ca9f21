/** Types of parsed mail, independent of the database. */
import type { PictureSize } from '../../resources/article/picture-size.ts'

/** A person or list in a header, as written: the name may be empty, the address may be no address at all. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A file in a mail. */
export interface MailAttachment {
  /** Without a path and without control characters; never empty. */
  readonly filename: string
  readonly mime_type: string
  /** The Content-ID without angle brackets; null if there is none. */
  readonly content_id: string | null
  /** True if it is shown in the text rather than listed below it. */
  readonly inline: boolean
  /** The size of a picture; undefined for other files. */
  readonly size?: PictureSize | undefined
}

/** An attachment with its content, before it is stored. */
export interface ParsedAttachment extends MailAttachment {
  readonly data: Buffer
}

/** A parsed mail, whose attachments are described but not contained. */
export interface Mail {
  /** With angle brackets. If the mail has none, derived from its content, so that it is always the same. */
  readonly message_id: string
  readonly in_reply_to: readonly string[]
  /** Oldest first. */
  readonly references: readonly string[]
  /** ISO 8601 UTC with milliseconds; null if neither the mail nor its archive has a plausible time. */
  readonly date: string | null
  /** All addresses in `From`, usually one; only the sender if none of them is valid. */
  readonly from: readonly Mailbox[]
  /** The author; the address may be invalid if the mail has no valid one. */
  readonly sender: Mailbox
  /** The header that contains the author's address. */
  readonly sender_header: SenderHeader
  /**
   * The domain of all addresses in `From`, in lower case, which DMARC checks. Null if there are none, or several domains or
   * fields: then DMARC has nothing to check (RFC 9989, 5.3.1).
   */
  readonly author_domain: string | null
  readonly reply_to: readonly Mailbox[]
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** The addresses of the mailboxes to which it was delivered, from `Delivered-To` and similar headers. */
  readonly delivered_to: readonly string[]
  /** The mailing list through which it came; null if there is none. */
  readonly list: { readonly name: string; readonly address: string | null } | null
  /** One line; empty when there was none. */
  readonly subject: string
  /** The text of the mail; if it has none, the text of its HTML, or else of its invitation. */
  readonly text: string
  /** The sanitized HTML; null if there is none, or it shows nothing. Embedded images have `cid:` addresses. */
  readonly html: string | null
  readonly content_type: 'text/plain' | 'text/html'
  readonly attachments: readonly MailAttachment[]
  /** The first header fields, with names in lower case and decoded values; long values are cut. */
  readonly headers: readonly HeaderField[]
  /** The report in the mail about the delivery of another mail; null if there is none. */
  readonly report: DeliveryReport | null
  /**
   * SHA-256 of what copies of the mail from different mailboxes have in common: Message-ID, authors and date, or else the
   * bytes without the headers that mail servers add.
   */
  readonly identity: string
}

/** The header that contains the author's address: `From`, or another one if `From` has no valid address. */
export type SenderHeader = 'From' | 'Sender' | 'Reply-To' | 'Return-Path' | 'the envelope'

export type HeaderField = readonly [name: string, value: string]

/** A report about a mail that could not be delivered, or not yet. */
export interface DeliveryReport {
  /** The id that the sender of the mail gave to its envelope. */
  readonly envelope_id: string | null
  readonly recipients: readonly ReportedRecipient[]
  /** The action if the report names no recipients: `failed` or `delayed`. */
  readonly action: string
  /** The Message-ID of the returned mail, then those of the mails that it or the report answers. */
  readonly message_ids: readonly string[]
}

/** A recipient in a report. */
export interface ReportedRecipient {
  /** In lower case. */
  readonly address: string
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string
  /** Such as `5.1.1`; empty if unknown. */
  readonly status: string
  /** The reason in the words of the mail server; empty if unknown. */
  readonly diagnostic: string
}

/** A parsed mail whose attachments are not stored yet. */
export interface ParsedMail extends Mail {
  readonly attachments: readonly ParsedAttachment[]
}

/** Properties of a message that come from its archive or its delivery. Times are milliseconds since 1970. */
export interface MessageOrigin {
  /** Sender and time of the `From ` line above a message of an mbox, or of the envelope of a received mail; null if unknown. */
  readonly envelope: { readonly from: string; readonly time: number | null } | null
  /** The time at which the file was changed; for a received mail, the current time. Null if it is unknown. */
  readonly file_time: number | null
  /** The current time. Dates in the future are ignored; clocks that are wrong by up to two days are tolerated. */
  readonly now: number
}

/** Thrown if a message cannot be imported. The reason is written to the quarantine. */
export class BadMail extends Error {}
