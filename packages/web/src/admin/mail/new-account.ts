import { client } from '../../state/client.ts'
import type { AdminRecord } from '../records/records.ts'
import type { Options } from './account.ts'

/** The values of the wizard. */
export interface NewAccount {
  readonly sender: string
  readonly email: string
  readonly provider: string
  readonly inbound: Options
  readonly outbound: Options
  readonly group_id: number | null
  /** True if the group sends from the new address. */
  readonly isSender: boolean
  readonly signature_id: number | null
}

/** The records that have been created, so that a second attempt continues where the first one failed. */
export interface CreatedRecords {
  channel?: number | undefined
  address?: number | undefined
}

/**
 * Saves a new account in three steps: first a paused account, which receives and sends nothing; then its address; then
 * one transaction ends the pause and, if the group is to send from the address, sets the group's address and signature.
 * @returns the id of the account.
 */
export async function saveAccount(account: NewAccount, created: CreatedRecords): Promise<number> {
  const { email, sender, group_id, inbound, outbound } = account
  const options = { name: email, group_id, inbound, outbound, active: false }
  if (created.channel === undefined) {
    const { id } = await client.request<AdminRecord>('POST', 'channels', { json: options })
    created.channel = id
  } else await client.request('PUT', `channels/${created.channel}`, { json: options })
  created.address ??= await addressIdOf(email)
  const address = { name: sender, email, channel_id: created.channel, active: true }
  if (created.address === undefined) {
    created.address = (await client.request<AdminRecord>('POST', 'email_addresses', { json: address })).id
  } else await client.request('PUT', `email_addresses/${created.address}`, { json: address })
  await client.request('POST', 'batch', { json: { operations: finalOperations(account, created) } })
  return created.channel
}

/** Returns the id of the address if it exists: the first run of the desk may have created it, without a mail account. */
async function addressIdOf(email: string): Promise<number | undefined> {
  const addresses = await client.request<AdminRecord[]>('GET', 'email_addresses?per_page=1000')
  return addresses.find((address) => String(address['email']).toLowerCase() === email.toLowerCase())?.id
}

function finalOperations({ group_id, isSender, signature_id }: NewAccount, { channel, address }: CreatedRecords) {
  const activate = { method: 'PUT', path: `/channels/${channel}`, body: { active: true } }
  if (!isSender) return [activate]
  return [{ method: 'PUT', path: `/groups/${group_id}`, body: { email_address_id: address, signature_id } }, activate]
}
