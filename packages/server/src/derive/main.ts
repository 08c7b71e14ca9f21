import { readFile, writeFile } from 'node:fs/promises'
import { derived, absolutePath } from './files.ts'

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, make] of Object.entries(derived)) {
  const file = absolutePath(path)
  const text = await make()
  const current = await readFile(file, 'utf8').catch(() => '')
  if (text === current) continue
  stale.push(path)
  if (!check) await writeFile(file, text)
}
if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run derive`)
  process.exitCode = 1
} else console.log(stale.length === 0 ? 'Derived files are up to date.' : `Wrote ${stale.join(', ')}.`)
