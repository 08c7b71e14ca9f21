/** Receives mail for as long as a service runs. */
import type { Desk } from '../../kernel/context.ts'
import { openReader, type Reader } from '../intake/reader.ts'
import { takeWaiting } from '../intake/worker.ts'

/** Milliseconds between two looks into the inbox. Mail may be put there by other processes. */
const INBOX_INTERVAL = 500

/** The reception of mail by a service. */
export interface Receiving {
  start(): void
  /** Stops after the current mail; the others stay in the inbox. */
  stop(): Promise<void>
}

/** Takes mail from the inbox. Of several processes on a database, the leader does this. */
export function receiveMail(desk: Desk): Receiving {
  const leads = () => desk.database.peers?.isLeader() ?? true
  let reader: Reader | undefined
  let [timer, working]: [NodeJS.Timeout | undefined, Promise<void> | undefined] = [undefined, undefined]
  let isStopping = false
  const work = async () => {
    try {
      if (!leads()) return
      reader ??= openReader(desk.files, 'in a worker')
      await takeWaiting(desk, reader, () => isStopping)
    } catch (error) {
      desk.log.warn({ error }, 'could not take received mail')
    } finally {
      if (!isStopping) schedule()
    }
  }
  const schedule = () => {
    timer = setTimeout(() => {
      working = work()
    }, INBOX_INTERVAL).unref()
  }
  return {
    start: schedule,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await working
      await reader?.end()
    },
  }
}
