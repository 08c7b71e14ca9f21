import { randomBytes } from 'node:crypto'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import type { Desk } from '../../kernel/context.ts'
import { readStoredValue } from '../../kernel/settings.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

const settingName = 'mail_reply_key'

/** Returns the key that signs parts of outgoing messages, such as reply addresses. Creates it on first use. */
export async function mailKey(desk: Desk): Promise<string> {
  const stored = await storedMailKey(desk.database)
  if (stored !== undefined) return stored
  await unitOfWork(desk, systemUser, ({ db }) =>
    db.sql
      .insertInto('settings')
      .values({ name: settingName, value: randomBytes(32).toString('base64url') })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return (await storedMailKey(desk.database)) as string
}

/** Returns the key; undefined before its first use. */
export const storedMailKey = (db: Connection): Promise<string | undefined> => readStoredValue(db, settingName)
