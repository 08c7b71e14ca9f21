/** The options of a mail account, by direction, as the service knows them. */
export type Options = Readonly<Record<string, unknown>>

/** The result of a test for one direction of an account. */
export interface ProbeResult {
  readonly ok: boolean
  readonly error: string | null
  readonly folders: readonly string[]
  readonly messages: number | null
  readonly unread: number | null
}

export interface ProbeResponse {
  readonly inbound: ProbeResult | null
  readonly outbound: ProbeResult | null
}

export type Direction = keyof ProbeResponse

/** The ports that are usual for a kind of encryption. */
const usualPorts = {
  imap: { tls: 993, starttls: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, none: 25 },
} as const

/** Returns the port of a server if none is given. */
export const usualPort = (protocol: keyof typeof usualPorts, security: unknown): number =>
  usualPorts[protocol][security === 'starttls' || security === 'none' ? security : 'tls']
