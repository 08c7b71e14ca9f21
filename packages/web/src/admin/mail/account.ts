/** The options of one direction of a mail account, as the service stores them. */
export type Options = Readonly<Record<string, unknown>>

/** The result of a test for one direction of an account. */
export interface ProbeResult {
  readonly ok: boolean
  readonly error: string | null
  /** The names of the folders in the mailbox. */
  readonly folders: readonly string[]
  /** Number of e-mails in the folder that would be read; null after a failure, for sending, and for a listener. */
  readonly messages: number | null
  /** Number of unread e-mails in this folder; null like `messages`. */
  readonly unread: number | null
}

/** The response to a test of an account; null for a direction that was not tested. */
export interface ProbeResponse {
  readonly inbound: ProbeResult | null
  readonly outbound: ProbeResult | null
}

/** Receiving (`inbound`) or sending (`outbound`). */
export type Direction = keyof ProbeResponse

/** The default ports by protocol and encryption. */
const defaultPorts = {
  imap: { tls: 993, starttls: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, none: 25 },
} as const

/** Returns the port that is used if an account has none. */
export const defaultPort = (protocol: keyof typeof defaultPorts, security: unknown): number =>
  defaultPorts[protocol][security === 'starttls' || security === 'none' ? security : 'tls']
