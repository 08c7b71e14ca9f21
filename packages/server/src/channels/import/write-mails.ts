import { systemUser } from '@deskbell/contract'
import { asSystem } from '../../resources/user/actor.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import type { StoredMail } from '../intake/article.ts'
import { isContention } from '../intake/failures.ts'
import type { Desk } from '../../kernel/context.ts'
import type { ImportRules } from './import-rules.ts'
import { type WriteResult, writeImported } from './write-imported.ts'

/** Maximum number of attempts to write a batch. Each waits up to five seconds for a busy database. */
const MAX_ATTEMPTS = 24

/**
 * Writes mails in one unit of work, and attempts again while other processes write.
 * @throws Fault `busy` when another process locks the database for minutes.
 */
export async function writeMails(
  desk: Desk,
  rules: ImportRules,
  storedMails: readonly StoredMail[],
): Promise<WriteResult> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const system = await asSystem(desk)
      return await unitOfWork(
        desk,
        systemUser,
        (unit) => writeImported(writeContext(system, unit), rules, storedMails),
        'skip automation',
      )
    } catch (failure) {
      if (!isContention(failure, attempts) || attempts >= MAX_ATTEMPTS) throw failure
    }
  }
}
