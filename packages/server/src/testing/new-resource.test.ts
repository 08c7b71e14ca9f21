import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A program that uses everything that a declaration promises, in the changed service. */
const program = `
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from './packages/server/src/writing/unit-of-work.ts'
import { world } from './packages/server/src/testing/world.ts'
import { clientTypes } from './packages/server/src/derive/client-types.ts'
const w = await world()
await unitOfWork(w.desk, systemUser, async (unit) => {
  await insert(unit, 'shelf', { name: 'Attic', group_id: w.ids['Printers'] })
  await insert(unit, 'shelf', { name: 'Cellar', locked: true })
})
const ticket = { title: 'Door', group: 'Printers', customer: 'nicole.braun@zammad.org', room: 'Conservatory', article: { body: 'Stuck.' } }
const created = await w.request('tickets', { as: 'rita', method: 'POST', body: ticket })
const answers = {}
for (const url of [
  'shelves', 'shelves/2', 'shelves?expand=true&fields=name,group', 'shelves/1?full=true', 'shelves?sort_by=name&order_by=desc&per_page=1',
  'shelves/9', 'shelves?sort_by=colour', 'openapi.json',
  'shelves/search?query=attic', 'tickets/search?query=conservatory', 'tickets/search?query=room:conserv*',
  'tickets/search?query=title:conservatory',
]) answers[url] = await w.request(url, { as: 'rita' })
answers.created = created
answers.types = await clientTypes()
answers['as nils'] = await w.request('shelves', { as: 'nils' })
console.log(JSON.stringify(answers))
await w.close()
`

test('a resource and a field added as CONTRIBUTING says are served, searchable and typed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-resource-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  copyRepository(folder)
  follow(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'), folder)
  writeFileSync(join(folder, 'request.ts'), program)
  const { stdout } = await promisify(execFile)(process.execPath, ['request.ts'], {
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
    ['/api/v1/shelves/search', '/api/v1/shelves', '/api/v1/shelves/{id}'],
  )
  assert.match(answers['types'], /interface Shelf/)

  const namesFound = answers['shelves/search?query=attic'].json.map((shelf: { name: string }) => shelf.name)
  assert.deepEqual(namesFound, ['Attic'])

  assert.equal(answers['created'].json.room, 'Conservatory')
  const idsFound = (query: string): number[] => answers[`tickets/search?query=${query}`].json.tickets
  assert.deepEqual(idsFound('conservatory'), [answers['created'].json.id])
  assert.deepEqual(idsFound('room:conserv*'), [answers['created'].json.id])
  assert.deepEqual(idsFound('title:conservatory'), [])
  assert.match(answers['types'], /room/)
})

/** Copies the sources of contract and server, and links the installed dependencies. */
function copyRepository(folder: string): void {
  for (const name of ['contract', 'server']) {
    for (const part of ['package.json', 'src']) {
      cpSync(join(root, 'packages', name, part), join(folder, 'packages', name, part), { recursive: true })
    }
  }
  mkdirSync(join(folder, 'node_modules/@deskbell'), { recursive: true })
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@deskbell/contract'), 'dir')
  symlinkSync(join(root, 'packages/web'), join(folder, 'node_modules/@deskbell/web'), 'dir')
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@deskbell') continue
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
}

/** Follows the examples: writes the files and applies the diffs in order. */
function follow(text: string, folder: string): void {
  const blocks = [...text.matchAll(/^```(ts|diff) (packages\/\S+)\n([^]*?)^```$/gm)]
  assert.equal(blocks.length, 8, 'four files for a plain resource, two changes for its search, two files for a field')
  for (const [, kind, path = '', body = ''] of blocks) {
    const file = join(folder, path)
    if (kind === 'ts') {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, body)
    } else writeFileSync(file, withChanges(readFileSync(file, 'utf8'), body))
  }
}

/** Inserts each line with a plus after the line before it, and removes lines with a minus. */
function withChanges(text: string, difference: string): string {
  const lines = text.split('\n')
  let index = -1
  for (const line of difference.split('\n').filter(Boolean)) {
    if (line.startsWith('+')) lines.splice(++index, 0, line.slice(1))
    else {
      index = lines.indexOf(line.slice(1))
      assert.notEqual(index, -1, `CONTRIBUTING.md names a line that does not exist: ${line}`)
      if (line.startsWith('-')) lines.splice(index--, 1)
    }
  }
  return lines.join('\n')
}
