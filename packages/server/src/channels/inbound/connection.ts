import type { Desk } from '../../kernel/context.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'

/** A connection through which the mail of a channel arrives, for as long as the channel stays as it is. */
export interface Connection {
  /** Ends it; mail that was not acknowledged arrives again. */
  close(): Promise<void>
}

/** Opens the connection of a channel. Later failures are reported in the record of the channel. */
export type Open = (desk: Desk, channel: EmailChannel) => Promise<Connection>

/** Maximum size of a mail, in bytes. */
export const MAX_MAIL = 50 * 1024 * 1024
