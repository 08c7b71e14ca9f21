/** What a mail says, read and made plain. Nothing here knows the desk. */

/** A person or list in a header, as written: the name may be empty, the address may be no address at all. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface MailAttachment {
  /** Without a path and without control characters; never empty. */
  readonly filename: string
  readonly mime_type: string
  /** Without angle brackets; null when nothing refers to it. */
  readonly content_id: string | null
  /** Whether it is shown in the text rather than listed below it. */
  readonly inline: boolean
}

/** An attachment with its content, which nobody needs any more once it is stored. */
export interface ReadAttachment extends MailAttachment {
  readonly data: Buffer
}

export interface Mail {
  /** With angle brackets. A mail without one gets one that is made from its content, the same each time. */
  readonly message_id: string
  readonly in_reply_to: readonly string[]
  /** Oldest first. */
  readonly references: readonly string[]
  /** ISO 8601 UTC with milliseconds; null when neither the mail nor its file knows a believable time. */
  readonly date: string | null
  /** All addresses in `From`, usually one; only the sender if none of them is valid. */
  readonly from: readonly Mailbox[]
  /** The author; the address may be invalid if the mail has no valid one. */
  readonly sender: Mailbox
  readonly reply_to: readonly Mailbox[]
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** Where it was delivered, last hop first: the addresses of the mailbox it was found in. */
  readonly delivered_to: readonly string[]
  /** The mailing list it came over. */
  readonly list: { readonly name: string; readonly address: string | null } | null
  /** One line; empty when there was none. */
  readonly subject: string
  /** Always there; made from the HTML when the mail has only that. */
  readonly text: string
  /** Sanitised; null when the mail has none worth showing. Images of the mail itself are `cid:` addresses. */
  readonly html: string | null
  readonly content_type: 'text/plain' | 'text/html'
  readonly attachments: readonly MailAttachment[]
}

/** A mail as it was just read. */
export interface ReadMail extends Mail {
  readonly attachments: readonly ReadAttachment[]
}

/** What is known of a message from where it was found. Times are milliseconds since 1970. */
export interface Origin {
  /** Sender and time of the `From ` line that an mbox puts before each message. */
  readonly envelope: { readonly from: string; readonly time: number | null } | null
  readonly file_time: number | null
  /** The present: nothing is believed to come from later. */
  readonly now: number
}

/** There is nothing to import in it; the message says why, in words for the person who looks into the quarantine. */
export class BadMail extends Error {}
