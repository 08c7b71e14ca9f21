import type { Desk } from '../kernel/context.ts'

/** Wrong passwords for an account from an address. */
export interface Failures {
  readonly account: string
  readonly address: string
  readonly failures: number
  /** When the last of them came, as the database writes times. */
  readonly last_at: string
}

/** More are not kept; the oldest go first. */
const mostKept = 10_000

/** Wrong passwords that the disk could not take, in the memory of each service, by account and address. */
const keptBy = new WeakMap<Desk, Map<string, Failures>>()

const keyOf = (account: string, address: string) => `${address}\0${account}`

/** Counts one more wrong password. */
export function keep(desk: Desk, account: string, address: string, last_at: string): void {
  const kept = keptBy.get(desk) ?? new Map<string, Failures>()
  keptBy.set(desk, kept)
  const key = keyOf(account, address)
  const failures = (kept.get(key)?.failures ?? 0) + 1
  kept.delete(key)
  kept.set(key, { account, address, failures, last_at })
  if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
}

/** What came from an address since a time. */
export const keptFrom = (desk: Desk, address: string, since: string): Failures[] =>
  [...(keptBy.get(desk)?.values() ?? [])].filter((one) => one.address === address && one.last_at > since)

/** Forgets the wrong passwords of an account, from one address or from all. */
export function forget(desk: Desk, account: string, address?: string): void {
  const kept = keptBy.get(desk)
  for (const [key, one] of kept ?? []) {
    if (one.account === account && (address === undefined || one.address === address)) kept?.delete(key)
  }
}
