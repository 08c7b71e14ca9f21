/*
 * A service in its own process, so that its memory can be distinguished from that of its clients. Five writes a second
 * invalidate caches, as in production.
 */
import { addUsers } from './many-users.ts'
import { type Person, world } from './world.ts'

/** The messages of the service to the fuzzer: its start, and its response to `measure`. */
export interface Started {
  readonly url: string
  readonly tokens: Readonly<Record<Person, string>>
}
export interface Measured {
  /** In bytes. */
  readonly heap: number
  readonly resident: number
  /** Log entries of level warning and above since the last measurement. */
  readonly logged: readonly string[]
}

const w = await world()
await addUsers(
  w,
  Array.from({ length: 2000 }, (_, index) => ({ firstname: `F${index}`, city: 'Łódź' })),
)
const writing = setInterval(() => {
  void w.desk.database.transaction((db) =>
    db.sql.updateTable('tickets').set({ updated_at: new Date().toISOString() }).where('id', '=', 1).execute(),
  )
}, 200)

process.on('message', (message) => {
  if (message === 'measure') {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    const logged = w.logged.splice(0).map(({ message, fields }) => `${message} ${JSON.stringify(fields, withStack)}`)
    process.send?.({ heap: heapUsed, resident: rss, logged } satisfies Measured)
  }
})
process.once('disconnect', () => {
  clearInterval(writing)
  void w.close()
})
process.send?.({ url: await w.listen(), tokens: w.tokens } satisfies Started)

/** Errors are empty objects in JSON, so they are logged with their stack. */
const withStack = (_: string, value: unknown): unknown => (value instanceof Error ? String(value.stack) : value)
