import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from '../build.ts'

// Checks the package as it is published, with the tools that other packages use.

suite('the published package', () => {
  let folder = ''
  let dist = ''

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-client-'))
    dist = join(folder, 'dist')
    await build(dist)
    cpSync(dist, join(folder, 'node_modules/@deskbell/client'), { recursive: true })
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  test('publint reports no errors', async () => {
    const { messages, pkg } = await publint({ pkgDir: dist, strict: true, pack: false })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg ?? {})),
      [],
    )
  })

  test('the types are right for every way of importing', async () => {
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: dist,
      encoding: 'utf8',
    })
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    const data = readFileSync(join(folder, filename))
    const result = await checkPackage(createPackageFromTarballData(data))
    assert.deepEqual(result.types && result.problems, [])
  })

  test('the main entry is at most 13.5 KB gzipped; code loaded on demand at most 5 KB, and 3.25 KB for events', () => {
    assert.ok(size('index.js') <= 13.5 * 1024, `${size('index.js')} bytes`)
    assert.ok(size('paging.js') + size('later.js') <= 5 * 1024, `${size('paging.js')} and ${size('later.js')} bytes`)
    assert.ok(size('events.js') <= 3.25 * 1024, `${size('events.js')} bytes`)
  })

  test('the main entry has no static imports, and nothing imports Node', () => {
    const later = ['import("./paging.js")', 'import("./later.js")', 'import("./events.js")']
    for (const file of readdirSync(join(dist, 'esm')).filter((name) =>
      /^(index|later|paging|events)\.js$/.test(name),
    )) {
      const text = readFileSync(join(dist, 'esm', file), 'utf8')
      assert.doesNotMatch(text, /node:|\bprocess\b|\bBuffer\b|\brequire\(/)
      assert.doesNotMatch(text, /\bfrom\s*["']|\bimport\s*["']/)
      assert.deepEqual(new Set(text.match(/import\([^)]*\)/g)), new Set(file === 'index.js' ? later : []))
    }
  })

  test('another package can import the ESM and the CommonJS build, and both subpaths', () => {
    const program = `
    const check = async (main, testing, node) => {
      const fake = testing.fakeServer({ users: [{ id: 1, firstname: 'Ada', lastname: 'King' }] })
      const names = []
      for await (const user of fake.client().users) names.push(user.fullname)
      await fake.client().users(1).update({ firstname: 'Eve' })
      if (names.join() !== 'Ada King' || fake.requests.length !== 2 || typeof node.download !== 'function' || !main.isHelpdeskError) throw new Error(names.join())
      return main.createClient
    }
    const esm = await check(await import('@deskbell/client'), await import('@deskbell/client/testing'), await import('@deskbell/client/node'))
    const { createRequire } = await import('node:module')
    const require = createRequire(process.cwd() + '/index.js')
    const cjs = await check(require('@deskbell/client'), require('@deskbell/client/testing'), require('@deskbell/client/node'))
    console.log(typeof esm, typeof cjs, esm !== cjs)`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(out.trim(), 'function function true')
  })

  for (const type of ['module', 'commonjs']) {
    test(`an uncaught error prints one line of the package, not the whole file: ${type}`, () => {
      const load = type === 'module' ? "await import('@deskbell/client')" : "require('@deskbell/client')"
      const program = `(${load}).createClient({ url: 'http://desk.test', auth: { token: '' } })`
      const { stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', program], {
        cwd: folder,
        encoding: 'utf8',
      })
      assert.match(stderr, /^TypeError: The token is empty$/m)
      assert.ok(stderr.length < 2000, stderr)
    })
  }

  function size(name: string): number {
    return gzipSync(readFileSync(join(dist, 'esm', name)), { level: 9 }).length
  }
})
