import { resources } from '@deskbell/contract'
import type { WriteContext } from '../kernel/context.ts'
import { change, create } from '../writing/write.ts'

const { group, email_address: emailAddress } = resources

/** The name of the first group, and the sender of its mails. */
export interface FirstGroup {
  readonly name: string
  /** In lower case; empty for none. */
  readonly email: string
  /** The name that recipients see; the name of the group if absent. */
  readonly realname?: string | undefined
}

/**
 * Renames the oldest active group and gives it a sender address. Repeating it changes nothing more.
 * @throws Fault `invalid` if another group has the name.
 */
export async function nameFirstGroup(ctx: WriteContext, { name, email, realname }: FirstGroup) {
  const { id } = await ctx.db.sql
    .selectFrom('groups')
    .select('id')
    .where('active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const email_address_id = email === '' ? null : await addressOf(ctx, email, realname ?? name)
  await change(ctx, group, id, { name, ...(email_address_id === null ? {} : { email_address_id }) })
  return { group_id: id, email_address_id }
}

/** Returns the id of the sender address, which is created if there is none. */
async function addressOf(ctx: WriteContext, email: string, name: string): Promise<number> {
  const address = await ctx.db.sql
    .selectFrom('email_addresses')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return address?.id ?? (await create(ctx, emailAddress, { name, email })).id
}
