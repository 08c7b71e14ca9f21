/** Classifies failures to write a mail: caused by the mail, or by the database. */
import { Fault } from '../../errors/fault.ts'

/** Returns true if a failed write may be caused by the mail. A full disk or a lost connection must not fill the quarantine. */
export function isAboutMail(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'invalid'
  if (!(failure instanceof Error)) return false
  // SQLite: too big, constraint, mismatch.
  if ('errcode' in failure) return [18, 19, 20].includes(Number(failure.errcode) & 0xff)
  // PostgreSQL: data exceptions (22) and integrity constraints (23).
  return !('code' in failure) || /^2[23]/.test(String(failure.code))
}

/**
 * Returns true if a write failed because of a concurrent one: the database is busy, or another process wrote the same record.
 * @param attempts the number of attempts so far.
 */
export function isContention(failure: unknown, attempts: number): boolean {
  // Another process may have created the same user; the second attempt finds it.
  if (failure instanceof Fault) return failure.code === 'busy' || (failure.code === 'invalid' && attempts === 1)
  // PostgreSQL: unique violation, serialization failure, deadlock.
  return failure instanceof Error && 'code' in failure && ['23505', '40001', '40P01'].includes(String(failure.code))
}
