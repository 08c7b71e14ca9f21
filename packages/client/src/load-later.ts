import { traced, traceHere } from './errors.ts'
import type * as Later from './later.ts'

/** Runs code that is loaded at its first use. Errors show the frames of this call, which would be lost by then. */
export async function loadLater<T>(run: (code: typeof Later, trace: Error) => Promise<T>): Promise<T> {
  const trace = traceHere()
  try {
    return await run(await import('./later.ts'), trace)
  } catch (error) {
    throw traced(error, trace)
  }
}
