import { hash, randomBytes } from 'node:crypto'
import type { Permission } from '@deskbell/contract'
import type { Desk } from './kernel/context.ts'
import { insert, unitOfWork } from './kernel/unit-of-work.ts'

/** What a new token says of itself. */
export interface NewToken {
  readonly name: string
  /** What it is limited to; absent: everything its user may. */
  readonly permissions?: readonly Permission[]
  /** The moment it ends. */
  readonly expires?: string
}

/** Makes an API token for a user. Only its hash is kept: this is the one time the secret is known. */
export async function makeToken(desk: Desk, user: number, given: NewToken): Promise<string> {
  const secret = randomBytes(48).toString('base64url')
  await unitOfWork(desk, user, (unit) =>
    insert(unit, 'token', {
      user_id: user,
      name: given.name,
      hash: hash('sha256', secret),
      preferences: given.permissions ? { permission: [...given.permissions] } : {},
      ...(given.expires === undefined ? {} : { expires_at: given.expires }),
    }),
  )
  return secret
}
