/**
 * Addresses in mails with which a person turns such mails off without signing in. The signature names the person and the kind
 * of mail, so an address does nothing else. It never expires, because people read old mails.
 */
import { createHmac } from 'node:crypto'
import { defaultNotifications, type NotificationEvent, systemUser } from '@deskbell/contract'
import { isSameSecret } from '../../auth/is-same-secret.ts'
import type { Context, Desk, FieldValues } from '../../kernel/context.ts'
import { mergePreferences, preferencesOf } from '../../resources/user/preferences.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { mailKey } from '../email/mail-key.ts'
import { pageAddress } from './reader.ts'

/** Mails of a person: those about events of tickets, or the digest. */
export interface Subscription {
  readonly user: number
  readonly of: NotificationEvent | 'digest'
}

/** Returns the address for mail programs, which send a `POST`, and that of the page, which asks first. */
export async function unsubscribeAddress(
  ctx: Pick<Context, 'cache' | 'db'>,
  key: string,
  subscription: Subscription,
): Promise<{ readonly post: string; readonly page: string }> {
  const token = tokenOf(key, subscription)
  return {
    post: await pageAddress(ctx, `/api/v1/unsubscribe/${token}`),
    page: await pageAddress(ctx, `/unsubscribe/${token}`),
  }
}

/** Returns the token of a subscription, signed with the key of the desk's mails. */
export const tokenOf = (key: string, subscription: Subscription): string =>
  `${subscription.user}.${subscription.of}.${signatureOf(key, subscription)}`

/** Returns the subscription that a token names; undefined for a wrong one. */
export async function subscriptionOf(desk: Desk, token: string): Promise<Subscription | undefined> {
  const [, user = '', of = '', signature = ''] = /^(\d{1,15})\.(\w{1,30})\.([\w-]{27})$/.exec(token) ?? []
  if (!isKind(of)) return undefined
  const subscription = { user: Number(user), of }
  return isSameSecret(signatureOf(await mailKey(desk), subscription), signature) ? subscription : undefined
}

/** Turns mails off. */
export const unsubscribe = (desk: Desk, { user, of }: Subscription): Promise<void> =>
  unitOfWork(desk, systemUser, async (unit) => {
    const row = await unit.db.sql.selectFrom('users').select('id').where('id', '=', user).executeTakeFirst()
    if (!row) return
    if (of === 'digest') return mergePreferences(unit, user, { mail_digest: false })
    const preferences = await preferencesOf(unit, user)
    const config = (preferences['notification_config'] ?? defaultNotifications) as FieldValues
    const matrix = (config['matrix'] ?? defaultNotifications.matrix) as Readonly<Record<string, FieldValues>>
    const choice = { ...defaultNotifications.matrix[of], ...matrix[of] }
    const channel = { ...choice.channel, email: false }
    await mergePreferences(unit, user, {
      notification_config: { ...config, matrix: { ...matrix, [of]: { ...choice, channel } } },
    })
  })

const kinds: readonly Subscription['of'][] = ['create', 'update', 'reminder_reached', 'escalation', 'digest']
const isKind = (text: string): text is Subscription['of'] => kinds.some((kind) => kind === text)

const signatureOf = (key: string, { user, of }: Subscription): string =>
  createHmac('sha256', key).update(`unsubscribe 1|${user}|${of}`).digest('base64url').slice(0, 27)
