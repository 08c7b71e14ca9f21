import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a value may take, in milliseconds. */
const PATIENCE = 20_000

/**
 * Waits until a value is as wanted: equal, or matching a regular expression. The page shows different things at different times, so
 * that waiting for one of them does not mean that another one is there.
 * @throws AssertionError with the value after 20 seconds.
 */
export async function eventually<T>(read: () => T | Promise<T>, wanted: NoInfer<T> | RegExp): Promise<void> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const value = await read()
    try {
      if (wanted instanceof RegExp) assert.match(String(value), wanted)
      else assert.deepEqual(value, wanted)
      return
    } catch (failure) {
      if (performance.now() > end) throw failure
    }
    await pause(10)
  }
}
