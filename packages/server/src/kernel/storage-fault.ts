import type { FaultCode } from '@deskbell/contract'
import { Fault } from '../errors/fault.ts'

/** When to try again, in seconds: a disk is not repaired within one. */
const retryAfter = '30'

/** What the system says of files and connections, by its own codes, and PostgreSQL by SQLSTATE. */
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

/** Primary result codes of SQLite: READONLY, IOERR, FULL, CANTOPEN; extended codes carry more in the upper bytes. */
const bySqliteCode: Readonly<Record<number, FaultCode>> = {
  8: 'unwritable',
  10: 'unwritable',
  13: 'full',
  14: 'unwritable',
}

/** The refusal for a disk or a database that cannot take or give anything at present; undefined for other failures. */
export function storageFault(failure: unknown): Fault | undefined {
  const { code, errcode } = failure as { code?: string; errcode?: number }
  const fault = errcode === undefined ? byCode[code ?? ''] : bySqliteCode[errcode & 0xff]
  return fault && new Fault(fault, undefined, { headers: { 'retry-after': retryAfter }, cause: failure })
}
