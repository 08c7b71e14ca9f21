/** The result of a test of one direction. */
export interface ProbeResult {
  readonly ok: boolean
  /** The reason of a failure, as a sentence. */
  readonly error: string | null
  /** The folders of the mailbox; empty for other adapters. */
  readonly folders: readonly string[]
  /** Number of mails in the folder that would be read, and of those that are unread. */
  readonly messages: number | null
  readonly unread: number | null
}

export const success: ProbeResult = { ok: true, error: null, folders: [], messages: null, unread: null }
