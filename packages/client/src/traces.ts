import { type ErrorInfo, HelpdeskError } from './errors.ts'

/** Returns the error for one of several callers that share a request: a copy with the stack of that caller, and with the
 * original as `cause`. Without a `trace`, returns the original.
 */
export function withTraceOf(error: unknown, trace: Error | undefined): unknown {
  if (!trace || !(error instanceof HelpdeskError)) return error
  const kind = error.constructor as typeof HelpdeskError
  return traced(new kind(error.reason, { ...(error as ErrorInfo), cause: error }), trace)
}

/** Number of stack frames to keep, in engines with `stackTraceLimit`: the frames of the library come before the caller's. */
const MAX_FRAMES = 50

/** Captures the stack of the caller, which is gone when the response arrives. The text of the stack is created on access. */
export function captureTrace(): Error {
  const { stackTraceLimit } = Error as { stackTraceLimit?: number }
  // The property may be read-only, in which case `Reflect.set` does not throw, unlike an assignment.
  if (stackTraceLimit) Reflect.set(Error, 'stackTraceLimit', Math.max(MAX_FRAMES, stackTraceLimit))
  const trace = new Error()
  if (stackTraceLimit) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
  return trace
}

/** Sets the stack of an error to that of `trace`. Errors of other libraries and abort reasons keep their own. */
export function traced<E>(error: E, trace: Error): E {
  if (!(error instanceof HelpdeskError)) return error
  const { stack = '' } = trace
  // Only in V8 does a stack begin with a line for name and message.
  const frames = stack.replace(/^Error\n/, '')
  const head = frames === stack ? '' : `${error.name}: ${error.message}\n`
  // The frames of this package do not help the caller.
  if (frames) error.stack = head + (frames.replace(/^.*@deskbell[+/\\]client.*\n?/gm, '') || frames)
  return error
}
