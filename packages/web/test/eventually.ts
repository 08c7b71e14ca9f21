import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Maximum time to wait, in milliseconds. */
const TIMEOUT = 20_000

/**
 * Waits until a value equals the expected one, or matches a regular expression. Parts of the page appear at different times,
 * so waiting for one part does not mean that another one is there, too.
 * @throws AssertionError with the value after 20 seconds.
 */
export async function eventually<T>(read: () => T | Promise<T>, expected: NoInfer<T> | RegExp): Promise<void> {
  const end = performance.now() + TIMEOUT
  for (;;) {
    const value = await read()
    try {
      if (expected instanceof RegExp) assert.match(String(value), expected)
      else assert.deepEqual(value, expected)
      return
    } catch (failure) {
      if (performance.now() > end) throw failure
    }
    await pause(10)
  }
}
