import { traced, captureTrace } from './traces.ts'
import type * as Later from './later.ts'

/** Runs code that is loaded on first use. Errors get the stack of this call, which would be lost while the code is loaded. */
export async function loadLater<T>(run: (code: typeof Later, trace: Error) => Promise<T>): Promise<T> {
  const trace = captureTrace()
  try {
    return await run(await import('./later.ts'), trace)
  } catch (error) {
    throw traced(error, trace)
  }
}
