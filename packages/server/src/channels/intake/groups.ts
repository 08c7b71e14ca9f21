/**
 * Finds or creates the group of an imported mail: its mailing list, or the address it was sent to. Received mail has the group
 * of its channel or address, see `groupOfRecipients`.
 */
import { sql } from 'kysely'
import { resources } from '@deskbell/contract'
import { runStatement } from '../../writing/unit-of-work.ts'
import { create } from '../../writing/write.ts'
import type { Unit, WriteContext } from '../../kernel/context.ts'
import type { Mail } from '../message/mail.ts'
import type { Tally } from './tally.ts'
import { isEmail } from '../../resources/user/names.ts'
import { cut } from '../message/text.ts'

/** Returns the group of an imported mail that opens a ticket: by its list, sender or recipient, or else the first group. */
export async function groupFor(ctx: WriteContext, tally: Tally, mail: Mail): Promise<number> {
  // A mail from an address that is the name of a group was written by that group, and belongs to it.
  const senderGroup = mail.list ? undefined : await findByExactName(ctx, mail.sender.address.toLowerCase())
  if (senderGroup !== undefined) return senderGroup
  const name = groupNameOf(mail)
  return name === null ? firstGroup(ctx) : findOrCreateGroup(ctx, tally, name)
}

/** Returns the group with a name, creating it if there is none. @throws Fault `invalid` for an invalid name. */
export const findOrCreateGroup = async (ctx: WriteContext, tally: Tally, name: string): Promise<number> =>
  (await findGroup(ctx, name)) ?? createGroup(ctx, tally, name)

/**
 * Returns the name of the group of a mail: the mailing list, or the mailbox it was delivered to, or its first recipient.
 * A local mailbox (`rita@localhost`) is replaced by the recipient with the same local part.
 */
export function groupNameOf(mail: Pick<Mail, 'list' | 'delivered_to' | 'to' | 'cc'>): string | null {
  if (mail.list) return cleanName(mail.list.name) || null
  const recipients = [...mail.to, ...mail.cc].map(({ address }) => address.toLowerCase()).filter(isEmail)
  const mailboxes = mail.delivered_to.map((address) => address.toLowerCase()).filter(isEmail)
  const remote = mailboxes.find((address) => !/@localhost\b/.test(address))
  const localParts = new Set(mailboxes.map((address) => address.split('@')[0]))
  const name = remote ?? recipients.find((address) => localParts.has(address.split('@')[0])) ?? recipients[0]
  return name === undefined ? null : cleanName(name)
}

/**
 * Shortens a name to 160 characters, the limit of one level, and replaces double colons, which separate the levels of nested
 * groups.
 */
const cleanName = (name: string): string => cut(name.replace(/:{2,}/g, ':').trim(), 160)

/** Finds a group by name: exactly, or else ignoring case. */
async function findGroup(unit: Unit, name: string): Promise<number | undefined> {
  const exact = await findByExactName(unit, name)
  if (exact !== undefined) return exact
  const groups = unit.db.sql.selectFrom('groups').select('id')
  return (await groups.where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst())?.id
}

async function findByExactName(unit: Unit, name: string): Promise<number | undefined> {
  const [row] = await runStatement<[id: number]>(
    unit,
    'mail: group',
    (db, input) => db.selectFrom('groups').select('id').where('name', '=', input<string>(0)),
    name,
  )
  return row?.[0]
}

async function firstGroup({ db }: Unit): Promise<number> {
  return (await db.sql.selectFrom('groups').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
}

/** Creates a group to which only administrators have access. */
async function createGroup(ctx: WriteContext, tally: Tally, name: string): Promise<number> {
  const { id } = await create(ctx, resources.group, { name })
  const admins = await ctx.db.sql
    .selectFrom('roles_users')
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles_users.role_id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('roles_users.user_id')
    .distinct()
    .where('permissions.name', '=', 'admin')
    .execute()
  for (const { user_id } of admins) {
    await ctx.db.sql.insertInto('groups_users').values({ group_id: id, user_id, access: 'full' }).execute()
  }
  tally.groups += 1
  return id
}
