import type { User } from '@deskbell/client'

/** The user of the session. */
export type SessionUser = User

/** Settings of the desk that a page may read. */
export interface Settings {
  readonly product_name?: string
  readonly organization?: string
  readonly [name: string]: unknown
}

/** The name of a permission, such as `ticket.agent`. */
export type Permission = string
