import { readdirSync } from 'node:fs'
import type { Migration, MigrationFile } from '../schema.ts'

/** The files of this folder whose names begin with four digits, which give the order. */
const files = readdirSync(import.meta.dirname)
  .filter((name) => /^\d{4}-.+\.[jt]s$/.test(name))
  .toSorted()

/** Every migration in the order of its id; ids up to 80 were merged into 81. Released migrations are never changed. */
export const migrations: readonly MigrationFile[] = files.map((name) => ({
  id: Number(name.slice(0, 4)),
  load: async () => ((await import(`./${name}`)) as { default: Migration }).default,
}))
