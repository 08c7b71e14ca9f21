import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Maximum time to wait, in milliseconds. */
const TIMEOUT = 20_000

/**
 * Waits until a value is the wanted one, or matches a regular expression. Parts of the page appear at different times,
 * so waiting for one part does not mean that another one is there, too.
 * @throws AssertionError with the value after 20 seconds.
 */
export async function eventually<T>(read: () => T | Promise<T>, wanted: NoInfer<T> | RegExp): Promise<void> {
  const end = performance.now() + TIMEOUT
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
