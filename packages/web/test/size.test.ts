import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPage } from '../../../scripts/build-page.ts'

/*
 * The size of the files that a browser loads before an agent sees the first list. Limits are bytes after gzip.
 */

const dist = join(import.meta.dirname, '../dist')
const assets = join(dist, 'assets')

/** The lazy chunks that the first list needs in addition to the entry script, by the name of their source. */
const firstScreen = ['overview-screen', 'en']

const MAX_SCRIPTS = 200 * 1024
/** The limit for the scripts that a screen of the administration needs in addition to the first screen. */
const MAX_ADMIN = 60 * 1024
const MAX_DOCUMENT = 14 * 1024

/** The scripts that a chunk imports statically, including itself. */
function withImports(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  const source = readFileSync(join(assets, file), 'utf8')
  for (const [, name] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(name as string, files)
  return files
}

suite('the size of the page', () => {
  before(() => buildPage())

  test(`the scripts of the first screen have at most ${MAX_SCRIPTS / 1024} KB`, () => {
    const scriptFiles = readdirSync(assets).filter((file) => file.endsWith('.js'))
    const entry = /assets\/(page-[\w-]+\.js)/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1]
    const chunks = firstScreen.map((name) =>
      scriptFiles.find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file)),
    )
    const scripts = new Set<string>()
    for (const file of [entry, ...chunks]) withImports(file ?? assert.fail('a chunk has another name'), scripts)
    const bytes = [...scripts].reduce((sum, file) => sum + statSync(join(assets, `${file}.gz`)).size, 0)
    // With less, scripts would be missing in the sum.
    assert.ok(bytes > 50_000 && bytes <= MAX_SCRIPTS, `${bytes} bytes in ${[...scripts].join(', ')}`)
  })

  test(`no screen of the administration needs more than ${MAX_ADMIN / 1024} KB of scripts of its own`, () => {
    const scriptFiles = readdirSync(assets).filter((file) => file.endsWith('.js'))
    const files = (name: string) => scriptFiles.filter((file) => file.startsWith(`${name}-`))
    const loaded = new Set<string>()
    for (const file of ['page', ...firstScreen].flatMap(files)) withImports(file, loaded)
    const common = ['admin-screen', 'admin-sidebar'].flatMap(files)
    const screens = readdirSync(join(import.meta.dirname, '../src/admin/pages')).map((file) => file.split('.')[0])
    assert.ok(common.length >= 1 && screens.length > 5)
    for (const screen of screens) {
      const scripts = new Set(loaded)
      for (const file of [...common, ...files(screen as string)]) withImports(file, scripts)
      const own = [...scripts].filter((file) => !loaded.has(file))
      const bytes = own.reduce((sum, file) => sum + statSync(join(assets, `${file}.gz`)).size, 0)
      assert.ok(bytes <= MAX_ADMIN, `${screen}: ${bytes} bytes in ${own.join(', ')}`)
    }
  })

  test(`the document has at most ${MAX_DOCUMENT / 1024} KB`, () => {
    const bytes = gzipSync(readFileSync(join(dist, 'index.html'))).length
    assert.ok(bytes <= MAX_DOCUMENT, `${bytes} bytes`)
  })
})
