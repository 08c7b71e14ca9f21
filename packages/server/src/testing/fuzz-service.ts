import { addUsers } from './many-users.ts'
import { type Person, world } from './world.ts'

/** What the service tells whoever asks it for odd things, and what it answers to `measure`. */
export interface Started {
  readonly url: string
  readonly tokens: Readonly<Record<Person, string>>
}
export interface Measured {
  readonly heap: number
  readonly resident: number
  /** What was logged as a warning or worse since the last time. */
  readonly logged: readonly string[]
}

/**
 * A service in a process of its own, so that its memory can be told from that of its clients. Somebody writes now and
 * then, so that what is remembered is forgotten as in life.
 */
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
    const logged = w.logged.splice(0).map(({ sentence, fields }) => `${sentence} ${JSON.stringify(fields, described)}`)
    process.send?.({ heap: heapUsed, resident: rss, logged } satisfies Measured)
  }
})
process.once('disconnect', () => {
  clearInterval(writing)
  void w.close()
})
process.send?.({ url: await w.listen(), tokens: w.tokens } satisfies Started)

/** Errors say nothing in JSON by themselves. */
const described = (_: string, value: unknown): unknown => (value instanceof Error ? String(value.stack) : value)
