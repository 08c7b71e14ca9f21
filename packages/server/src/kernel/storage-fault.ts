import type { FaultCode } from '@deskbell/contract'
import { Fault } from '../errors/fault.ts'

/** The `retry-after` header, in seconds: repairing a disk takes longer than a client's usual delay. */
const retryAfter = '30'

/** Faults by error code of the operating system, and by SQLSTATE of PostgreSQL. */
const byCode: Readonly<Record<string, FaultCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'unwritable',
  EACCES: 'unwritable',
  EPERM: 'unwritable',
  EIO: 'unwritable',
  EMFILE: 'unwritable',
  ENFILE: 'unwritable',
  ECONNREFUSED: 'unwritable',
  // disk_full, read_only_sql_transaction, too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now
  '53100': 'full',
  '25006': 'unwritable',
  '53300': 'unwritable',
  '57P01': 'unwritable',
  '57P02': 'unwritable',
  '57P03': 'unwritable',
}

/** Faults by primary result code of SQLite: READONLY, IOERR, FULL, CANTOPEN. Extended codes add upper bytes. */
const bySqliteCode: Readonly<Record<number, FaultCode>> = {
  8: 'unwritable',
  10: 'unwritable',
  13: 'full',
  14: 'unwritable',
}

/** Returns the fault for a disk or database that is currently unavailable or full; undefined for other failures. */
export function storageFault(failure: unknown): Fault | undefined {
  const { code, errcode } = failure as { code?: string; errcode?: number }
  const fault = errcode === undefined ? byCode[code ?? ''] : bySqliteCode[errcode & 0xff]
  return fault && new Fault(fault, undefined, { headers: { 'retry-after': retryAfter }, cause: failure })
}
