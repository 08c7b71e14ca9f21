import { randomBytes } from 'node:crypto'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import type { Desk } from '../../kernel/context.ts'
import { readFact } from '../../kernel/settings.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

const fact = 'mail_reply_key'

/** Returns the key that signs what mails contain, such as reply addresses, and creates it at the first use. */
export async function mailKey(desk: Desk): Promise<string> {
  const known = await storedMailKey(desk.database)
  if (known !== undefined) return known
  await unitOfWork(desk, systemUser, ({ db }) =>
    db.sql
      .insertInto('settings')
      .values({ name: fact, value: randomBytes(32).toString('base64url') })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return (await storedMailKey(desk.database)) as string
}

/** Returns the key; undefined before its first use. */
export const storedMailKey = (db: Connection): Promise<string | undefined> => readFact(db, fact)
