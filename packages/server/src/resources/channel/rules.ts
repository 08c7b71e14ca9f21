import { invalid } from '../../errors/fault.ts'
import type { FieldValues, Rules } from '../../kernel/context.ts'
import { sanitized } from '../values.ts'
import { maskedSecret } from '../webhook/secrets.ts'
import { emailInbound, emailOutbound, secretOptions } from './email.ts'

const directions = { inbound: emailInbound, outbound: emailOutbound } as const
type Direction = keyof typeof directions

/** Validates the options of both directions and stores their secrets apart, so that nothing that reads a channel shows them. */
export const channelRules: Rules = {
  bodyParts: { create: directions, update: directions },
  derive(_, { before, given }) {
    const secrets = { ...(before?.['secrets'] as FieldValues | undefined) }
    const derived: Record<string, unknown> = sanitized(given, 'note')
    for (const direction of Object.keys(directions) as Direction[]) {
      if (before && given[direction] === undefined) continue
      const options = directions[direction].read(direction, given[direction] ?? {})
      secrets[direction] = secretsIn(direction, options, before)
      derived[direction] = masked(options)
    }
    return { ...derived, secrets }
  },
}

/** Returns the secrets of new options. A mask stands for the stored secret, if it goes to the same server as before. */
function secretsIn(direction: Direction, options: FieldValues, before: FieldValues | undefined): FieldValues {
  const stored = ((before?.['secrets'] as FieldValues | undefined)?.[direction] ?? {}) as FieldValues
  const previous = (before?.[direction] ?? {}) as FieldValues
  const isSameServer = ['host', 'token_url'].every((key) => (previous[key] ?? null) === options[key])
  const secrets: Record<string, unknown> = {}
  for (const key of secretOptions) {
    const given = options[key] ?? null
    if (given === null || given === '') continue
    if (given === maskedSecret && (!isSameServer || stored[key] === undefined)) {
      throw invalid(`${direction}.${key}`, `${direction}.${key}: give it again, because the server has changed.`)
    }
    secrets[key] = given === maskedSecret ? stored[key] : given
  }
  return secrets
}

const masked = (options: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, isSecret(key) && value ? maskedSecret : value]),
  )

const isSecret = (key: string): boolean => (secretOptions as readonly string[]).includes(key)
