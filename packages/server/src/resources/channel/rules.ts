import { invalid } from '../../errors/fault.ts'
import type { Desk, FieldValues, Rules } from '../../kernel/context.ts'
import { sanitized } from '../values.ts'
import { maskedSecret } from '../webhook/secrets.ts'
import { emailInbound, emailOutbound, secretOptions } from './email.ts'
import type { EmailChannel } from './read.ts'

const directions = { inbound: emailInbound, outbound: emailOutbound } as const
type Direction = keyof typeof directions

/** Validates the options of both directions and stores their secrets in a separate column, which no response includes. */
export const channelRules: Rules = {
  bodyParts: { create: directions, update: directions },
  derive({ desk }, { before, values }) {
    const secrets = { ...(before?.['secrets'] as FieldValues | undefined) }
    const derived: Record<string, unknown> = sanitized(values, 'note')
    for (const direction of Object.keys(directions) as Direction[]) {
      if (before && values[direction] === undefined) continue
      const options = directions[direction].read(direction, values[direction] ?? {})
      secrets[direction] = secretsIn(desk, direction, options, before)
      derived[direction] = maskSecrets(options)
    }
    return { ...derived, secrets }
  },
}

/**
 * Returns the encrypted secrets of new options. A masked secret means that the stored one is kept, which is allowed only
 * if the options name the same server as before.
 */
function secretsIn(
  desk: Desk,
  direction: Direction,
  options: FieldValues,
  before: FieldValues | undefined,
): FieldValues {
  const stored = ((before?.['secrets'] as FieldValues | undefined)?.[direction] ?? {}) as FieldValues
  // The options as they were, with the names of the servers; masks take the place of the secrets.
  const previous = (before?.[direction] ?? {}) as FieldValues
  const secrets: Record<string, unknown> = {}
  for (const key of secretOptions) {
    const secret = options[key] ?? null
    if (typeof secret !== 'string' || secret === '') continue
    secrets[key] =
      secret === maskedSecret
        ? unmask(`${direction}.${key}`, options, { ...previous, ...stored })
        : desk.secrets.encrypt(secret)
  }
  return secrets
}

/**
 * Returns the stored secret that a masked one stands for.
 * @param path direction and option, such as `inbound.password`.
 * @throws Fault `invalid` if no secret is stored, or if it would be sent to a different server than before.
 */
function unmask(path: string, options: FieldValues, stored: FieldValues): unknown {
  const isSameServer = ['host', 'token_url'].every((key) => (stored[key] ?? null) === options[key])
  const secret = stored[path.slice(path.indexOf('.') + 1)]
  if (isSameServer && secret !== undefined && secret !== maskedSecret) return secret
  throw invalid(path, `${path}: enter it again, because none is stored for this server.`)
}

/**
 * Parses the options of a direction in a body, and replaces masked secrets with those of the stored account.
 * @throws Fault `invalid` as `unmask`, for invalid options, and if the stored secrets cannot be decrypted.
 */
export function completeOptions<D extends Direction>(
  direction: D,
  input: unknown,
  stored: EmailChannel | undefined,
): EmailChannel[D] {
  const options: FieldValues = directions[direction].read(direction, input)
  const before = (stored?.[direction] ?? {}) as FieldValues
  const secrets = secretOptions
    .filter((key) => options[key] === maskedSecret)
    .map((key) => [key, unmask(`${direction}.${key}`, options, before)])
  const unreadable = secrets.length > 0 ? stored?.[direction].unreadable : undefined
  if (unreadable !== undefined) throw invalid(direction, `${direction}: ${unreadable}`)
  return { ...options, ...Object.fromEntries(secrets) } as EmailChannel[D]
}

const maskSecrets = (options: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, isSecret(key) && value ? maskedSecret : value]),
  )

const isSecret = (key: string): boolean => (secretOptions as readonly string[]).includes(key)
