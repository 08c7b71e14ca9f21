import type { Desk } from '../../kernel/context.ts'

/** Replaces a secret in responses. A body that sends it back leaves the secret unchanged. */
export const maskedSecret = '**********'

/** Columns with secrets, which sign or authenticate the requests of webhooks. Responses never contain them. */
export const secrets = ['signature_token', 'basic_auth_password', 'bearer_token'] as const

type WebhookSecrets = Readonly<Record<(typeof secrets)[number], string | null>>

/** Decrypts the secrets of a stored webhook. @throws UnreadableSecret */
export function decryptSecrets<W extends WebhookSecrets>({ secrets: keys }: Pick<Desk, 'secrets'>, webhook: W): W {
  const values = secrets.map((name) => [name, webhook[name] && keys.decrypt(webhook[name])])
  return { ...webhook, ...Object.fromEntries(values) }
}
