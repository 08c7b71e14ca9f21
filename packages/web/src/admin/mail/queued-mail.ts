/** An e-mail that waits to be sent, or was given up. */
export interface QueuedMail {
  readonly id: number
  readonly state: 'waiting' | 'failed'
  readonly channel_id: number
  readonly ticket_number: string
  readonly subject: string | null
  readonly to: string | null
  readonly recipients: readonly { readonly address: string; readonly state: string; readonly text: string }[]
  readonly attempts: number
  readonly due_at: string
  readonly error: string | null
}
