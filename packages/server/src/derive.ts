import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientTypes } from './derive/client-types.ts'
import { statements } from './derive/statements.ts'
import { specification } from './specification.ts'

/** Files that follow from the code and are kept beside it, so that a change shows what it changes for others. */
const derived: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/api/openapi.json': specification,
  'packages/client/src/types.ts': clientTypes,
  'packages/server/src/testing/sql/sqlite.sql': () => statements('sqlite'),
  'packages/server/src/testing/sql/postgres.sql': () => statements('postgres'),
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, make] of Object.entries(derived)) {
  const file = new URL(`../../../${path}`, import.meta.url)
  const [text, kept] = [await make(), await readFile(file, 'utf8').catch(() => '')]
  if (text === kept) continue
  stale.push(path)
  if (!check) await writeFile(fileURLToPath(file), text)
}
if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run derive`)
  process.exitCode = 1
} else console.log(stale.length === 0 ? 'Derived files are fresh.' : `Wrote ${stale.join(', ')}.`)
