import { Fault, invalid } from '../../errors/fault.ts'
import type { Desk, FieldValues, Rules } from '../../kernel/context.ts'
import { isHttp, sanitized } from '../values.ts'
import { patternsIn, eventFilter } from '../../kernel/event-patterns.ts'
import { maskedSecret, secrets } from './secrets.ts'
import { refusalOf } from './targets.ts'

/** Validates events, endpoint, payload and credentials. A masked secret in the body leaves the stored secret unchanged. */
export const webhookRules: Rules = {
  derive({ desk }, { before, values }) {
    const { endpoint, custom_payload, events } = values
    if (typeof events === 'string') eventFilter(patternsIn(events), 'events')
    if (typeof endpoint === 'string') checkEndpoint(endpoint)
    if (typeof custom_payload === 'string' && custom_payload !== '' && !isJson(custom_payload)) {
      throw invalid('custom_payload', 'The provided payload is invalid. Please check your syntax.')
    }
    checkCredentials(values)
    return { ...sanitized(values, 'note'), ...encrypted(desk, values, before) }
  },
  async beforeDelete(ctx, id) {
    for (const table of ['triggers', 'jobs'] as const) {
      const rows = await ctx.db.sql.selectFrom(table).select('perform').execute()
      if (rows.some(({ perform }) => callsWebhook(perform as unknown as FieldValues, id))) {
        throw new Fault('invalid', `Can't delete, object has references.`)
      }
    }
    await ctx.db.sql.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute()
  },
}

/**
 * Checks an endpoint. Host names, and addresses that only some policies allow, are checked when the webhook is sent, because
 * the operator can change the policy.
 * @throws Fault `invalid` for text that is not an HTTP URL, and for addresses that no policy allows.
 */
function checkEndpoint(endpoint: string): void {
  // The URL parser removes line breaks and tabs silently.
  if (!isHttp(endpoint) || hasControl(endpoint)) {
    throw invalid('endpoint', 'The provided endpoint is invalid, no http or https protocol was specified.')
  }
  const refusal = refusalOf(new URL(endpoint), 'any')
  if (refusal) throw invalid('endpoint', `endpoint: ${refusal}.`)
}

/** Encrypts the secrets of a body; a mask keeps the stored value. */
function encrypted({ secrets: keys }: Desk, values: FieldValues, before: FieldValues | undefined): FieldValues {
  const entries = secrets.flatMap((name) => {
    const value = values[name]
    if (value === maskedSecret) return [[name, before?.[name] ?? null]]
    return typeof value === 'string' && value !== '' ? [[name, keys.encrypt(value)]] : []
  })
  return Object.fromEntries(entries)
}

/** Checks credentials. @throws Fault `invalid` for characters that a header cannot contain, and for control characters. */
function checkCredentials({
  bearer_token,
  signature_token,
  basic_auth_username,
  basic_auth_password,
}: FieldValues): void {
  if (typeof bearer_token === 'string' && !/^[\x20-\x7e\x80-\xff]*$/.test(bearer_token))
    throw invalid('bearer_token', 'bearer_token: contains characters that a header cannot contain.')
  for (const [key, text] of Object.entries({ signature_token, basic_auth_username, basic_auth_password })) {
    if (typeof text === 'string' && hasControl(text)) throw invalid(key, `${key}: contains control characters.`)
  }
  if (typeof basic_auth_username === 'string' && basic_auth_username.includes(':')) {
    throw invalid('basic_auth_username', 'basic_auth_username: a colon separates it from the password.')
  }
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Returns true if the actions of a trigger or job call the webhook. */
const callsWebhook = (perform: FieldValues, id: number): boolean =>
  Number((perform['notification.webhook'] as FieldValues | undefined)?.['webhook_id']) === id

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
