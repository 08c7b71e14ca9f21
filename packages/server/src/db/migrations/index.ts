import type { Migration } from '../schema.ts'
import { first } from './0001-first-tables.ts'
import { mailThreads } from './0002-mail-threads.ts'

/** Every migration in the order of its id. New ones are added at the end; released ones are never changed. */
export const migrations: readonly Migration[] = [first, mailThreads]
