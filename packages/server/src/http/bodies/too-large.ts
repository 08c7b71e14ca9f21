import { Fault } from '../../errors/fault.ts'
import { formatBytes } from '../limits.ts'

/** The error for a body that exceeds a limit. @param limit in bytes. */
export const tooLarge = (limit: number): Fault =>
  new Fault('too_large', `The body is too large; the limit here is ${formatBytes(limit)}.`)
