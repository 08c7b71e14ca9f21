import type { Desk } from '../../kernel/context.ts'

/** Replaces a secret in responses. A body that sends it back leaves the secret unchanged. */
export const maskedSecret = '**********'

/** Columns that only the delivery of webhooks reads: they sign or authenticate its requests, and are never in responses. */
export const secrets = ['signature_token', 'basic_auth_password', 'bearer_token'] as const

type WebhookSecrets = Readonly<Record<(typeof secrets)[number], string | null>>

/** Decrypts the secrets of a stored webhook. @throws UnreadableSecret */
export function decrypted<W extends WebhookSecrets>({ secrets: keys }: Pick<Desk, 'secrets'>, webhook: W): W {
  const values = secrets.map((name) => [name, webhook[name] && keys.decrypt(webhook[name])])
  return { ...webhook, ...Object.fromEntries(values) }
}
