import type { Delivery } from './delivery.ts'
import type { Fold } from './plain-text.ts'

/** The look of a message: that of the author's side, or `internal`. */
export type Side = 'customer' | 'agent' | 'internal' | 'system'

/** A file of a message. */
export interface ArticleFile {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** The address to download it from. */
  readonly href: string
  /** The size of a picture in pixels, if the service knows it. */
  readonly width?: number
  readonly height?: number
}

/** A message of a ticket. */
export interface Article {
  readonly id: number
  readonly ticketId: number
  readonly side: Side
  /** Only agents may read it. */
  readonly isInternal: boolean
  /** The article type: `email`, `phone`, `web`, `note`. */
  readonly type: string
  /** The user who wrote the message, or on whose behalf an agent wrote it. */
  readonly authorId: number
  /** The name of this user, or of the customer whom an agent entered as the sender of the message. */
  readonly authorName: string
  readonly from: string | null
  readonly to: string | null
  readonly cc: string | null
  readonly replyTo: string | null
  readonly subject: string | null
  readonly contentType: string
  readonly body: string
  /** The quoted lines and the signature of a plain text; undefined if the service has found none. */
  readonly folds: readonly Fold[] | undefined
  readonly files: readonly ArticleFile[]
  readonly delivery: Delivery | undefined
  /** The user who created the article, possibly on behalf of the author. */
  readonly createdById: number
  readonly createdAt: string
}
