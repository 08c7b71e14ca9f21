import { Fault } from '../errors/fault.ts'

/** The SQLSTATE of an error of the server, or the code of an error of the operating system. */
const codeOf = (failure: unknown): string => (failure as { code?: string }).code ?? ''

/** SQLSTATE: unique_violation, foreign_key_violation. */
const violations = new Set(['23505', '23503'])

/**
 * Returns true if a transaction has conflicted with another one and may succeed when it runs again. Constraints are
 * checked in advance, so only a concurrent commit can violate one.
 */
export const isConflict = (failure: unknown): boolean =>
  violations.has(codeOf(failure)) || conflicts.has(codeOf(failure))

/**
 * SQLSTATE of statements that do not run after a failure: in_failed_sql_transaction; and invalid_sql_statement_name, if
 * the earlier statement that should have prepared it did not run.
 */
const refused = new Set(['25P02', '26000'])

/** Returns true for a statement that did not run, because an earlier one of the transaction has failed. */
export const isRefused = (failure: unknown): boolean => refused.has(codeOf(failure))

/** Codes of a server that is stopping, starting, full or cannot be reached, and of a connection that it has ended. */
const unreachable =
  /^(08...|57P0.|25P03|53300|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/

/** Messages of the driver, whose own errors have no codes. */
const lost =
  /^(Connection terminated|Connection ended|timeout e|Query read timeout|Client (has encountered|was closed))/

/** Returns true if the server cannot be reached, or if the connection was lost. */
export const isConnectionLost = (failure: unknown): boolean =>
  unreachable.test(codeOf(failure)) || (failure instanceof Error && !('code' in failure) && lost.test(failure.message))

/** SQLSTATE: query_canceled by the statement timeout, lock_not_available. */
const tooSlow = new Set(['57014', '55P03'])

/** SQLSTATE: serialization_failure, deadlock_detected. */
const conflicts = new Set(['40001', '40P01'])

/**
 * The fault for a server that cannot be reached. Its class distinguishes it from failures of mail servers and files.
 */
export class DatabaseUnreachable extends Fault {
  constructor(cause: unknown) {
    super('unwritable', undefined, { headers: { 'retry-after': '1' }, cause })
  }
}

/** Returns the fault for a server that is unreachable or too busy; any other failure unchanged. */
export function asFault(failure: unknown): unknown {
  if (isConnectionLost(failure)) return new DatabaseUnreachable(failure)
  if (!conflicts.has(codeOf(failure)) && !tooSlow.has(codeOf(failure))) return failure
  return new Fault('busy', undefined, { headers: { 'retry-after': '1' }, cause: failure })
}
