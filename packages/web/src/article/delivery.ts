import type { ArticleRecord } from '@deskbell/client'

/** The state of delivery of an e-mail that the desk sends. */
export interface Delivery {
  /** `stored`: the e-mail was written while the desk had no account, and was never sent. */
  readonly state: 'stored' | 'queued' | 'delayed' | 'sent' | 'partial' | 'failed'
  /** The reason of a failure, as the service states it; empty if there is none. */
  readonly reason: string
}

const states = { success: 'sent', partial: 'partial', fail: 'failed', delayed: 'delayed' } as const

/** The id of the article type `email`. */
const EMAIL = 1
/** The id of the sender `Customer`. */
const CUSTOMER = 2

type Columns = Pick<ArticleRecord, 'type_id' | 'sender_id' | 'message_id' | 'preferences'>

/** Returns the delivery of a message; undefined if it is no e-mail of the desk, or was sent by another program. */
export function deliveryOf({ type_id, sender_id, message_id, preferences }: Columns): Delivery | undefined {
  if (type_id !== EMAIL || sender_id === CUSTOMER) return undefined
  const { delivery_status: status, delivery_status_message: message, delivery_channel_id: channel } = preferences
  const reason = typeof message === 'string' ? message : ''
  const state = states[status as keyof typeof states] as Delivery['state'] | undefined
  if (state) return { state, reason }
  if (typeof channel === 'number') return { state: 'queued', reason }
  // Every e-mail that was sent or received has a Message-ID.
  return message_id === null ? { state: 'stored', reason } : undefined
}
