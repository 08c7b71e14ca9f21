import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { isAgentIn } from '../ticket/related-values.ts'
import { roleFor } from '../ticket/rights.ts'
import { hasOwnSender, types } from './kinds.ts'

/**
 * Returns the `from` of an article. A `from` in the body is kept if messages of the type may specify it (`hasOwnSender`). The
 * mail of an agent has the sender address of the group, if there is one. Every other article has the name of its author. The
 * author's address follows in mails, and in calls and web messages of an author who is not an agent of the group.
 */
export async function senderOf(
  ctx: WriteContext,
  ticket: FieldValues,
  { type_id, origin_by_id, from }: FieldValues,
): Promise<unknown> {
  const type = type_id as number
  if (hasOwnSender(type) && typeof from === 'string' && from !== '') return from
  const author = (origin_by_id as number | null) ?? ctx.actor.id
  const isWebOrPhone = type === types.web || type === types.phone
  const [{ name, email }, isAgent] = await inParallel([
    personOf(ctx, author),
    isWebOrPhone && seesAsAgent(ctx, author, ticket),
  ])
  if (type === types.email && author === ctx.actor.id && roleFor('answer', ctx.actor, ticket) === 'agent') {
    const group = await mailAddressOf(ctx, ticket['group_id'] as number)
    if (group) return mailbox(await displayName(ctx, name, group.name), group.email)
  }
  const withAddress = type === types.email || (isWebOrPhone && !isAgent)
  return withAddress && email !== '' && email !== name ? `${name} <${email}>` : name
}

/**
 * Returns the sender name that recipients see, according to the settings. Mails of the service itself, which has no name,
 * show the name of the address.
 */
async function displayName(ctx: WriteContext, agent: string, address: string): Promise<string> {
  const format = await settingOf(ctx, 'ticket_define_email_from')
  if (agent === '' || format === 'SystemAddressName') return address
  if (format === 'AgentName') return agent
  return `${agent} ${await settingOf(ctx, 'ticket_define_email_from_separator')} ${address}`
}

async function seesAsAgent(ctx: WriteContext, user: number, ticket: FieldValues): Promise<boolean> {
  if (user === ctx.actor.id) return roleFor('see', ctx.actor, ticket) === 'agent'
  return isAgentIn(ctx, user, ticket['group_id'] as number, 'read')
}

/** Returns the mail address of a group; undefined if it has no active one. */
export async function mailAddressOf(unit: Unit, group: number): Promise<{ name: string; email: string } | undefined> {
  const run = writeStatement(unit, 'article:group address', (input) =>
    dynamic(unit.db)
      .selectFrom('groups')
      .innerJoin('email_addresses', 'email_addresses.id', 'groups.email_address_id')
      .select(['email_addresses.name', 'email_addresses.email', 'email_addresses.active'])
      .where('groups.id', '=', input(0)),
  )
  const [[name, email, active] = []] = await run(group)
  return active ? { name: name as string, email: email as string } : undefined
}

/** Formats a sender for a mail header: `"Name" <address>`. */
export const mailbox = (name: string, email: string): string => `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`

async function personOf(unit: Unit, id: number): Promise<{ name: string; email: string }> {
  const run = writeStatement(unit, 'article:author', (input) =>
    dynamic(unit.db).selectFrom('users').select(['fullname', 'email']).where('id', '=', input(0)),
  )
  const [[name, email] = []] = await run(id)
  return { name: (name as string | undefined) ?? '', email: (email as string | null | undefined) ?? '' }
}
