import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Asks the changed service for everything that a declaration promises. */
const program = `
import { insert, unitOfWork } from './packages/server/src/writing/unit-of-work.ts'
import { world } from './packages/server/src/testing/world.ts'
const place = await world()
await unitOfWork(place.desk, 1, async (unit) => {
  await insert(unit, 'shelf', { name: 'Attic', group_id: place.ids['Printers'] })
  await insert(unit, 'shelf', { name: 'Cellar', locked: true })
})
const answers = {}
for (const url of [
  'shelves', 'shelves/2', 'shelves?expand=true&fields=name,group', 'shelves/1?full=true', 'shelves?sort_by=name&order_by=desc&per_page=1',
  'shelves/9', 'shelves?sort_by=colour', 'openapi.json',
]) answers[url] = await place.ask(url, { as: 'rita' })
answers['as nils'] = await place.ask('shelves', { as: 'nils' })
console.log(JSON.stringify(answers))
await place.close()
`

test('a resource added as CONTRIBUTING says is served', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-resource-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  copyRepository(folder)
  follow(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'), folder)
  writeFileSync(join(folder, 'ask.ts'), program)
  const { stdout } = await promisify(execFile)(process.execPath, ['ask.ts'], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  })
  // oxlint-disable-next-line typescript/no-explicit-any
  const answers = JSON.parse(stdout) as Record<string, any>

  assert.equal(answers['shelves'].headers['x-total-count'], '2')
  assert.deepEqual(
    answers['shelves'].json.map((shelf: { name: string }) => shelf.name),
    ['Attic', 'Cellar'],
  )
  const { created_at, updated_at, ...cellar } = answers['shelves/2'].json
  assert.match(created_at, /^\d{4}-.*Z$/)
  assert.equal(created_at, updated_at)
  const expected = { id: 2, name: 'Cellar', group_id: null, locked: true, created_by_id: 1, updated_by_id: 1 }
  assert.deepEqual(cellar, expected)
  assert.deepEqual(answers['shelves?expand=true&fields=name,group'].json, [
    { name: 'Attic', group: 'Printers' },
    { name: 'Cellar' },
  ])
  assert.deepEqual(Object.keys(answers['shelves/1?full=true'].json.assets).toSorted(), ['Group', 'Shelf', 'User'])
  assert.equal(answers['shelves?sort_by=name&order_by=desc&per_page=1'].json[0].name, 'Cellar')
  assert.equal(answers['shelves/9'].json.error, "Couldn't find Shelf with 'id'=9")
  assert.match(answers['shelves?sort_by=colour'].json.error, /shelf has no column "colour"/)
  assert.equal(answers['as nils'].status, 403)
  const paths = Object.keys(answers['openapi.json'].json.paths)
  assert.deepEqual(
    paths.filter((path) => path.includes('shelves')),
    ['/api/v1/shelves', '/api/v1/shelves/{id}'],
  )
})

/** The sources of contract and server, over the dependencies that are installed. */
function copyRepository(folder: string): void {
  for (const name of ['contract', 'server']) {
    for (const part of ['package.json', 'src']) {
      cpSync(join(root, 'packages', name, part), join(folder, 'packages', name, part), { recursive: true })
    }
  }
  mkdirSync(join(folder, 'node_modules/@deskbell'), { recursive: true })
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@deskbell/contract'), 'dir')
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@deskbell') continue
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
}

/** Does what the examples say: writes the files, and puts the lines with a plus behind the lines before them. */
function follow(text: string, folder: string): void {
  const blocks = [...text.matchAll(/^```(ts|diff) (packages\/\S+)\n([^]*?)^```$/gm)]
  assert.equal(blocks.length, 4, 'a plain resource costs four files')
  for (const [, kind, path = '', body = ''] of blocks) {
    const file = join(folder, path)
    if (kind === 'ts') {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, body)
    } else writeFileSync(file, withLines(readFileSync(file, 'utf8'), body))
  }
}

function withLines(text: string, difference: string): string {
  const lines = text.split('\n')
  let at = -1
  for (const line of difference.split('\n').filter(Boolean)) {
    if (line.startsWith('+')) lines.splice(++at, 0, line.slice(1))
    else {
      at = lines.indexOf(line.slice(1))
      assert.notEqual(at, -1, `CONTRIBUTING.md names a line that is not there: ${line}`)
    }
  }
  return lines.join('\n')
}
