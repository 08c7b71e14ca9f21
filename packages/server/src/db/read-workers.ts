import { statSync } from 'node:fs'
import { type PoolOptions, workerPool, type WorkerPool } from '../workers/pool.ts'
import { startProcess } from '../workers/worker.ts'
import type { Cell } from './dialect.ts'
import { LARGE_DATABASE } from './large-database.ts'

/** A statement with its parameters. */
export interface Statement {
  readonly text: string
  readonly values: readonly (null | number | bigint | string | Uint8Array)[]
}

/**
 * Starts a pool of processes with connections of their own for long statements. A statement blocks the thread it runs
 * in, and only the end of its process stops it: the driver has no interrupt, and a thread ends only after its statement
 * ([decision](../../../../docs/decisions/read-workers.md)). A large database has two processes, because more would wait
 * for a processor; in a smaller one a long statement ends before a second process has started.
 */
export const readWorkers = (
  path: string,
  options: Pick<PoolOptions, 'idleTimeout' | 'size'> = {},
): WorkerPool<Statement, Cell[][]> =>
  workerPool({
    start: () => startProcess(new URL('./read-worker.ts', import.meta.url), [path]),
    size: () => (statSync(path).size > LARGE_DATABASE ? 2 : 1),
    ...options,
  })
