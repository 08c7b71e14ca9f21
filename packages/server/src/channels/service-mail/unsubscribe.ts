/**
 * Creates and checks the addresses in mails by which people turn off such mails without signing in. The signature covers the
 * user and the kind of mail, so an address can do nothing else. It never expires, because people read old mails.
 */
import { createHmac } from 'node:crypto'
import { defaultNotifications, type NotificationEvent, systemUser } from '@deskbell/contract'
import { isSameSecret } from '../../auth/is-same-secret.ts'
import type { Context, Desk, FieldValues } from '../../kernel/context.ts'
import { mergePreferences, preferencesOf } from '../../resources/user/preferences.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { mailKey } from '../email/mail-key.ts'
import { pageAddress } from './recipient.ts'

/** One kind of mails to a user: about certain events of tickets, or the digest. */
export interface Subscription {
  readonly user: number
  readonly kind: NotificationEvent | 'digest'
}

/** Returns the address to which mail programs send a `POST`, and the address of a page that asks for confirmation. */
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

/** Returns the token of a subscription, signed with the mail key of the desk. */
export const tokenOf = (key: string, subscription: Subscription): string =>
  `${subscription.user}.${subscription.kind}.${signatureOf(key, subscription)}`

/** Returns the subscription of a token; undefined for an invalid one. */
export async function subscriptionOf(desk: Desk, token: string): Promise<Subscription | undefined> {
  const [, user = '', kind = '', signature = ''] = /^(\d{1,15})\.(\w{1,30})\.([\w-]{27})$/.exec(token) ?? []
  if (!isKind(kind)) return undefined
  const subscription = { user: Number(user), kind }
  return isSameSecret(signatureOf(await mailKey(desk), subscription), signature) ? subscription : undefined
}

/** Turns off one kind of mails to a user. */
export const unsubscribe = (desk: Desk, { user, kind }: Subscription): Promise<void> =>
  unitOfWork(desk, systemUser, async (unit) => {
    const row = await unit.db.sql.selectFrom('users').select('id').where('id', '=', user).executeTakeFirst()
    if (!row) return
    if (kind === 'digest') return mergePreferences(unit, user, { mail_digest: false })
    const preferences = await preferencesOf(unit, user)
    const config = (preferences['notification_config'] ?? defaultNotifications) as FieldValues
    const matrix = (config['matrix'] ?? defaultNotifications.matrix) as Readonly<Record<string, FieldValues>>
    const choice = { ...defaultNotifications.matrix[kind], ...matrix[kind] }
    const channel = { ...choice.channel, email: false }
    await mergePreferences(unit, user, {
      notification_config: { ...config, matrix: { ...matrix, [kind]: { ...choice, channel } } },
    })
  })

const kinds: readonly Subscription['kind'][] = ['create', 'update', 'reminder_reached', 'escalation', 'digest']
const isKind = (text: string): text is Subscription['kind'] => kinds.some((kind) => kind === text)

/** Returns the signature of a subscription: 162 bits in 27 characters. The prefix keeps it apart from others with this key. */
const signatureOf = (key: string, { user, kind }: Subscription): string =>
  createHmac('sha256', key).update(`unsubscribe 1|${user}|${kind}`).digest('base64url').slice(0, 27)
