import type { Desk } from '../kernel/context.ts'

/** Wrong passwords for an account from an address. */
export interface Failures {
  readonly account: string
  readonly address: string
  readonly failures: number
  /** The time of the last wrong password, in the format of the database. */
  readonly last_at: string
}

/** Maximum number of entries; the oldest ones are dropped. */
const MAX_ENTRIES = 10_000

/** Wrong passwords that could not be written to the disk, of each service, by account and address. */
const entriesOf = new WeakMap<Desk, Map<string, Failures>>()

const keyOf = (account: string, address: string) => `${address}\0${account}`

/** Counts one more wrong password. */
export function addUnwritten(desk: Desk, account: string, address: string, last_at: string): void {
  const entries = entriesOf.get(desk) ?? new Map<string, Failures>()
  entriesOf.set(desk, entries)
  const key = keyOf(account, address)
  const failures = (entries.get(key)?.failures ?? 0) + 1
  entries.delete(key)
  entries.set(key, { account, address, failures, last_at })
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as string)
}

/** Returns the wrong passwords from an address after a time. */
export const unwrittenFrom = (desk: Desk, address: string, since: string): Failures[] =>
  [...(entriesOf.get(desk)?.values() ?? [])].filter((entry) => entry.address === address && entry.last_at > since)

/** Forgets the wrong passwords of an account, from one address or from all. */
export function removeUnwritten(desk: Desk, account: string, address?: string): void {
  const entries = entriesOf.get(desk)
  for (const [key, entry] of entries ?? []) {
    if (entry.account === account && (address === undefined || entry.address === address)) entries?.delete(key)
  }
}
