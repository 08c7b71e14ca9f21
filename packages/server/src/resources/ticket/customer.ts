import { resources } from '@deskbell/contract'
import { type FieldValues, may, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { toInteger } from '../../writing/values.ts'
import { findIdByName } from '../../writing/lookup.ts'
import { create } from '../../writing/write.ts'
import { isEmail } from '../user/names.ts'

/**
 * Replaces the customer in the body of a new ticket by an id, if an agent names an address in `customer_id` (`guess:<address>`)
 * or an object in `customer`. The user is created if there is none.
 */
export async function withCustomer(ctx: WriteContext, body: FieldValues): Promise<FieldValues> {
  if (!may(ctx.actor, 'ticket.agent')) return body
  const { customer_id, customer } = body
  const guess = typeof customer_id === 'string' ? /^guess:(.*)$/s.exec(customer_id)?.[1] : undefined
  if (guess !== undefined) return { ...body, customer_id: await customerOfGuess(ctx, guess.trim().toLowerCase()) }
  if (typeof customer !== 'object' || customer === null || Array.isArray(customer)) return body
  const { customer: _, ...rest } = body
  return customer_id === undefined
    ? { ...rest, customer_id: await customerOfObject(ctx, customer as FieldValues) }
    : rest
}

async function customerOfGuess(ctx: WriteContext, email: string): Promise<number> {
  const message = `Invalid email '${email.slice(0, 254)}' of customer`
  if (!isEmail(email)) throw new Fault('invalid', message, { details: [{ path: 'customer_id', message }] })
  return (await findIdByName(ctx, 'user', email)) ?? newCustomer(ctx, { email })
}

/** Finds a user by id, address or login, or creates one. */
async function customerOfObject(ctx: WriteContext, contact: FieldValues): Promise<number> {
  const id = toInteger(contact['id'])
  // The write of the ticket refuses an unknown id.
  if (id !== undefined) return id
  for (const key of ['email', 'login']) {
    const name = contact[key]
    const user = typeof name === 'string' && name !== '' ? await findIdByName(ctx, 'user', name) : undefined
    if (user !== undefined) return user
  }
  return newCustomer(ctx, contact)
}

/** Keys of the customer that the body of a ticket may set. Rights and passwords are excluded. */
const contactFields = [
  'login',
  'firstname',
  'lastname',
  'email',
  'phone',
  'mobile',
  'fax',
  'web',
  'department',
  'street',
  'zip',
  'city',
  'country',
  'address',
  'vip',
  'note',
  'organization',
  'organization_id',
  'preferences',
]

async function newCustomer(ctx: WriteContext, values: FieldValues): Promise<number> {
  const contact = Object.fromEntries(contactFields.flatMap((key) => (key in values ? [[key, values[key]]] : [])))
  return (await create(ctx, resources.user, contact)).id
}
