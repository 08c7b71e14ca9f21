import { systemUser } from '@deskbell/contract'
import type { Desk } from '../../kernel/context.ts'
import { record, unitOfWork, update } from '../../writing/unit-of-work.ts'

/** Minimum number of milliseconds between two stored successes, so that a busy channel does not write its row for each message. */
const SUCCESS_INTERVAL = 60_000

/**
 * Stores in the record of a channel whether an attempt to receive or send succeeded.
 * @param error a sentence for administrators about the failure; undefined for a success.
 */
export async function reportState(desk: Desk, id: number, direction: 'in' | 'out', error?: string): Promise<void> {
  const columns = ['id', `status_${direction}`, `last_log_${direction}`, `last_${direction}_at`] as const
  const row = await desk.database.sql.selectFrom('channels').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) return
  const before = row as Readonly<Record<string, string | number | null>>
  const [status, log] = error === undefined ? (['ok', null] as const) : (['error', error.slice(0, 1000)] as const)
  const isSame = before[`status_${direction}`] === status && before[`last_log_${direction}`] === log
  const lastSuccess = Date.parse(String(before[`last_${direction}_at`] ?? ''))
  const now = desk.now()
  if (isSame && (status === 'error' || now.getTime() - lastSuccess < SUCCESS_INTERVAL)) return
  const succeeded = status === 'ok' ? { [`last_${direction}_at`]: now.toISOString() } : {}
  await unitOfWork(desk, systemUser, async (unit) => {
    await update(unit, 'channel', id, { [`status_${direction}`]: status, [`last_log_${direction}`]: log, ...succeeded })
    if (isSame) return
    const changes = { [`status_${direction}`]: { from: before[`status_${direction}`] ?? null, to: status } }
    await record(unit, { type: 'updated', name: 'channel', id, changes })
  })
}
