import { systemUser } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import type { Letter } from '../intake/article.ts'
import type { Desk } from '../../kernel/context.ts'
import type { Rules } from './import-rules.ts'
import { type Receipt, receive } from './receive.ts'

/** True if a failed write may be caused by the mail. A full disk or a lost connection must not fill the quarantine. */
export function isAboutMail(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'invalid'
  if (!(failure instanceof Error)) return false
  // SQLite: too big, constraint, mismatch. PostgreSQL: data exceptions and integrity constraints.
  if ('errcode' in failure) return [18, 19, 20].includes(Number(failure.errcode) & 0xff)
  return !('code' in failure) || /^2[23]/.test(String(failure.code))
}

/** Attempts to write a batch; each waits five seconds for a busy database. */
const MAX_ATTEMPTS = 24

/**
 * Writes letters in one unit of work, and tries again while other processes write.
 * @throws Fault `busy` when another process locks the database for minutes.
 */
export async function writeLetters(desk: Desk, rules: Rules, letters: readonly Letter[]): Promise<Receipt> {
  for (let tries = 1; ; tries += 1) {
    try {
      const system = await asSystem(desk)
      return await unitOfWork(
        desk,
        systemUser,
        (unit) => receive(writeContext(system, unit), rules, letters),
        'nothing follows',
      )
    } catch (failure) {
      if (!isContention(failure, tries) || tries >= MAX_ATTEMPTS) throw failure
    }
  }
}

/** True if a write failed because of a concurrent one: the database is busy, or another import wrote the same record. */
function isContention(failure: unknown, tries: number): boolean {
  // Another import may have created the same user; the second attempt finds it.
  if (failure instanceof Fault) return failure.code === 'busy' || (failure.code === 'invalid' && tries === 1)
  return failure instanceof Error && 'code' in failure && ['23505', '40001', '40P01'].includes(String(failure.code))
}
