/** The result of testing one direction of a mail account: receiving or sending. */
export interface ProbeResult {
  readonly ok: boolean
  /** The reason of a failure, as a sentence; null if the test succeeded. */
  readonly error: string | null
  /** The folders of the mailbox; empty for adapters other than IMAP. */
  readonly folders: readonly string[]
  /** Number of mails in the folder from which mail would be fetched; null if the test failed, or the adapter is not IMAP. */
  readonly messages: number | null
  /** Number of these mails that are unread; null like `messages`. */
  readonly unread: number | null
}

/** The result of a successful test that reads no mailbox. */
export const success: ProbeResult = { ok: true, error: null, folders: [], messages: null, unread: null }
