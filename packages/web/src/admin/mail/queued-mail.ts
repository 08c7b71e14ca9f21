/** An e-mail that waits to be sent, or was given up. */
export interface QueuedMail {
  readonly id: number
  /** `failed`: it was given up. */
  readonly state: 'waiting' | 'failed'
  readonly channel_id: number
  readonly ticket_number: string
  readonly subject: string | null
  /** The recipients as written in the article. */
  readonly to: string | null
  /** The recipients with the state of delivery and the response of the server; empty until the e-mail is composed. */
  readonly recipients: readonly { readonly address: string; readonly state: string; readonly text: string }[]
  readonly attempts: number
  /** The time of the next attempt. */
  readonly due_at: string
  /** The reason why the last attempt failed. */
  readonly error: string | null
}
