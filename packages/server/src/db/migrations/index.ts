import { readdirSync } from 'node:fs'
import type { Migration } from '../schema.ts'

/** Migrations are found by the names of their files: four digits in the order in which they apply. */
const files = readdirSync(import.meta.dirname)
  .filter((name) => /^\d{4}-.+\.[jt]s$/.test(name))
  .toSorted()

/** Every migration in the order of its id. Released ones are never changed. */
export const migrations: readonly Migration[] = await Promise.all(
  files.map(async (name) => ((await import(`./${name}`)) as { default: Migration }).default),
)
