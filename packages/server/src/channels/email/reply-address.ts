/**
 * Creates and checks reply addresses, which contain the id of a ticket and a signature: `help+1a.k3j2...@desk.example`. A
 * reply to such an address belongs to the ticket, even if the mail program of the recipient drops the headers of the
 * conversation. The signature gives the right to add to the ticket, never to read it.
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../auth/is-same-secret.ts'
import type { Connection } from '../../db/dialect.ts'
import { storedMailKey } from './mail-key.ts'

/** Returns the reply address of a ticket: an address of the desk with an extension. */
export function replyAddress(key: string, address: string, ticket: number): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${ticket.toString(36)}.${signatureOf(key, ticket)}${address.slice(at)}`
}

/** Returns the address without its extension, and the id of the ticket; undefined without a valid signature. */
export async function readReplyAddress(
  db: Connection,
  address: string,
): Promise<{ readonly base: string; readonly ticket: number } | undefined> {
  const [, name = '', id = '', tag = '', domain = ''] = pattern.exec(address.trim().toLowerCase()) ?? []
  const key = id === '' ? undefined : await storedMailKey(db)
  if (key === undefined) return undefined
  const ticket = Number.parseInt(id, 36)
  return isSameSecret(signatureOf(key, ticket), tag) ? { base: name + domain, ticket } : undefined
}

const pattern = /^(.+)\+([0-9a-z]{1,10})\.([a-z2-7]{16})(@[^@]+)$/

/**
 * Returns the signature of a ticket: 80 bits, in characters that do not depend on case. The signed text names the purpose and
 * its version, so that signatures for other purposes are not valid here.
 */
function signatureOf(key: string, ticket: number): string {
  const bytes = createHmac('sha256', key).update(`reply address 1|${ticket}`).digest()
  return encode40Bits(bytes.readUIntBE(0, 5)) + encode40Bits(bytes.readUIntBE(5, 5))
}

/** Encodes 40 bits as eight characters, the lowest five bits first. */
function encode40Bits(bits: number): string {
  return Array.from({ length: 8 }, (_, index) => alphabet[Math.floor(bits / 32 ** index) % 32]).join('')
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
