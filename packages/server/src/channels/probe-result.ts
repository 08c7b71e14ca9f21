/** The result of a test of one direction. */
export interface ProbeResult {
  readonly ok: boolean
  /** The reason of a failure, as a sentence. */
  readonly error: string | null
  /** The folders of the mailbox; empty for adapters other than IMAP. */
  readonly folders: readonly string[]
  /** Number of mails in the folder from which mail would be fetched; null for adapters other than IMAP. */
  readonly messages: number | null
  /** Number of these mails that are unread. */
  readonly unread: number | null
}

export const success: ProbeResult = { ok: true, error: null, folders: [], messages: null, unread: null }
