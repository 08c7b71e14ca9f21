import { resources } from '@deskbell/contract'
import { type FieldValues, may, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { asWhole } from '../../writing/values.ts'
import { idOf } from '../../writing/lookup.ts'
import { create } from '../../writing/write.ts'
import { isEmail } from '../user/names.ts'

/**
 * The body of a new ticket with the id of its customer, who is made where an agent names somebody new: as
 * `guess:<mail>` or as an object (reference, section 5.2, rules 4 and 5).
 */
export async function withCustomer(ctx: WriteContext, body: FieldValues): Promise<FieldValues> {
  if (!may(ctx.actor, 'ticket.agent')) return body
  const { customer_id, customer } = body
  const guess = typeof customer_id === 'string' ? /^guess:(.*)$/s.exec(customer_id)?.[1] : undefined
  if (guess !== undefined) return { ...body, customer_id: await guessed(ctx, guess.trim().toLowerCase()) }
  if (typeof customer !== 'object' || customer === null || Array.isArray(customer)) return body
  const { customer: _, ...rest } = body
  return customer_id === undefined ? { ...rest, customer_id: await described(ctx, customer as FieldValues) } : rest
}

async function guessed(ctx: WriteContext, email: string): Promise<number> {
  const message = `Invalid email '${email.slice(0, 254)}' of customer`
  if (!isEmail(email)) throw new Fault('invalid', message, { details: [{ path: 'customer_id', message }] })
  return (await idOf(ctx, 'user', email)) ?? newCustomer(ctx, { email })
}

/** Found by id, address or login, else made. */
async function described(ctx: WriteContext, given: FieldValues): Promise<number> {
  const id = asWhole(given['id'])
  // What does not exist is refused by the ticket, in the words for its customer.
  if (id !== undefined) return id
  for (const key of ['email', 'login']) {
    const name = given[key]
    const found = typeof name === 'string' && name !== '' ? await idOf(ctx, 'user', name) : undefined
    if (found !== undefined) return found
  }
  return newCustomer(ctx, given)
}

/** What an agent may say of a customer on the way; rights and passwords are not among it. */
const contactFields = [
  ['login', 'firstname', 'lastname', 'email', 'phone', 'mobile', 'fax', 'web', 'department', 'street', 'zip', 'city'],
  ['country', 'address', 'vip', 'note', 'organization', 'organization_id', 'preferences'],
].flat()

async function newCustomer(ctx: WriteContext, given: FieldValues): Promise<number> {
  const contact = Object.fromEntries(contactFields.flatMap((key) => (key in given ? [[key, given[key]]] : [])))
  return (await create(ctx, resources.user, contact)).id
}
