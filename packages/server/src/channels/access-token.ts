/** Requests access tokens (OAuth 2.0) for signing in to mail servers. */
import { systemUser } from '@deskbell/contract'
import type { Desk, FieldValues } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** The options of one direction of a channel that are needed to request tokens. */
export interface OAuthOptions {
  readonly client_id: string | null
  readonly client_secret: string | null
  readonly refresh_token: string | null
  readonly token_url: string | null
  readonly scope: string | null
}

/** Thrown if the authorization has expired or was revoked: an administrator has to sign in again, and retries are useless. */
export class AuthorizationEnded extends Error {}

/** Milliseconds to wait for the token server. */
const TIMEOUT = 30_000

/** A token counts as expired this long before its end, in milliseconds. */
const EXPIRY_MARGIN = 10 * 60_000

/** The lifetime of a token if the server does not state one, in milliseconds. */
const DEFAULT_LIFETIME = 3_600_000

/** An access token, or the pending request for one. */
interface CachedToken {
  readonly token: Promise<AccessToken>
  /** The options that it was requested with, as JSON; without the refresh token, which each request may replace. */
  readonly options: string
}

/** Access tokens for sending, by channel, so that mails that are sent at the same time share one. */
const tokensOf = new WeakMap<Desk, Map<number, CachedToken>>()

/** Returns an access token for sending; requests one if no cached one is valid. @throws like `accessToken`. */
export async function sendingToken(desk: Desk, channel: number, outbound: OAuthOptions): Promise<string> {
  const tokens = tokensOf.get(desk) ?? new Map<number, CachedToken>()
  tokensOf.set(desk, tokens)
  const options = JSON.stringify({ ...outbound, refresh_token: null })
  const cached = tokens.get(channel)
  if (cached?.options === options) {
    const { token, expires_at } = await cached.token
    if (desk.now().getTime() < expires_at - EXPIRY_MARGIN) return token
    // Another call has replaced the expired token in the meantime.
    if (tokens.get(channel) !== cached) return sendingToken(desk, channel, outbound)
  }
  const token = requestToken(desk, channel, 'outbound', outbound)
  tokens.set(channel, { token, options })
  token.catch(() => tokens.delete(channel))
  return (await token).token
}

/** Removes the cached token of a channel whose account does not work: its mail server may have refused the token. */
export const forgetSendingToken = (desk: Desk, channel: number): unknown => tokensOf.get(desk)?.delete(channel)

/**
 * Requests an access token, with the refresh token or, if there is none, for a service account. A new refresh token in the
 * response is stored before this function returns, because the old one may no longer be valid.
 * @param channel the id of the channel; 0 for an account that is not stored.
 * @throws AuthorizationEnded if the authorization has ended, Error with a sentence for administrators otherwise.
 */
export async function accessToken(
  desk: Desk,
  channel: number,
  direction: 'inbound' | 'outbound',
  options: OAuthOptions,
): Promise<string> {
  return (await requestToken(desk, channel, direction, options)).token
}

interface AccessToken {
  readonly token: string
  /** In milliseconds since 1970. */
  readonly expires_at: number
}

async function requestToken(
  desk: Desk,
  channel: number,
  direction: 'inbound' | 'outbound',
  options: OAuthOptions,
): Promise<AccessToken> {
  const { client_id, client_secret, refresh_token, token_url, scope } = options
  if (token_url === null) throw new Error('The address for access tokens (token_url) is missing.')
  const form = {
    ...(refresh_token === null ? { grant_type: 'client_credentials' } : { grant_type: 'refresh_token', refresh_token }),
    ...(client_id === null ? {} : { client_id }),
    ...(client_secret === null ? {} : { client_secret }),
    ...(scope === null ? {} : { scope }),
  }
  const response = await fetch(token_url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((failure: unknown) => {
    throw new Error(`The server of access tokens does not answer: ${String(failure)}`, { cause: failure })
  })
  const body = (await response.json().catch(() => ({}))) as FieldValues
  if (body['error'] === 'invalid_grant') {
    throw new AuthorizationEnded('The authorization has ended: sign in again and store the new refresh token.')
  }
  const token = body['access_token']
  if (!response.ok || typeof token !== 'string') {
    const reason = [body['error'], body['error_description']].filter((part) => typeof part === 'string').join(': ')
    throw new Error(`The server of access tokens answers ${response.status}. ${reason.slice(0, 300)}`.trim())
  }
  const newRefreshToken = body['refresh_token']
  if (typeof newRefreshToken === 'string' && newRefreshToken !== refresh_token && channel > 0)
    await storeRefreshToken(desk, channel, direction, newRefreshToken)
  const lifetime = Number(body['expires_in']) * 1000 || DEFAULT_LIFETIME
  return { token, expires_at: desk.now().getTime() + lifetime }
}

async function storeRefreshToken(
  desk: Desk,
  id: number,
  direction: 'inbound' | 'outbound',
  refresh_token: string,
): Promise<void> {
  await unitOfWork(
    desk,
    systemUser,
    async ({ db }) => {
      await db.dialect.lock('channels', id)?.execute(db.sql)
      const row = await db.sql.selectFrom('channels').select('secrets').where('id', '=', id).executeTakeFirstOrThrow()
      const secrets = row.secrets as unknown as Record<string, FieldValues>
      const changed = {
        ...secrets,
        [direction]: { ...secrets[direction], refresh_token: desk.secrets.encrypt(refresh_token) },
      }
      await db.sql
        .updateTable('channels')
        .set({ secrets: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute()
    },
    'skip automation',
  )
}
