import type { Desk } from '../../kernel/context.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'

/** A connection through which mail arrives. It is replaced when the channel changes. */
export interface Connection {
  /** Closes the connection. Mail that was not acknowledged arrives again. */
  close(): Promise<void>
}

/** Opens the connection of a channel. An IMAP connection reports its later failures in the record of the channel. */
export type OpenConnection = (desk: Desk, channel: EmailChannel) => Promise<Connection>

/** Maximum size of a mail, in bytes. */
export const MAX_MAIL_SIZE = 50 * 1024 * 1024
