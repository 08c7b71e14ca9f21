import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { transform } from 'esbuild'
import { publint } from 'publint'
import { pack } from '../../../../scripts/pack.ts'
import { environment } from './cli.ts'

/*
 * The packages as they are published, installed in a folder. Their dependencies are linked from the repository instead of
 * being downloaded; `packed.long.ts` downloads them.
 */

interface Manifest {
  readonly [key: string]: unknown
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const names = ['contract', 'web', 'server', 'client'] as const

suite('the published packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-packed-'))
  const modules = join(folder, 'node_modules')
  const env = { ...environment, PATH: `${join(modules, '.bin')}:${process.env['PATH']}` }
  let tarballs: Record<string, string> = {}

  before(async () => {
    tarballs = await pack(folder)
    mkdirSync(join(modules, '.bin'), { recursive: true })
    for (const name of names) {
      const target = placeOf(name)
      mkdirSync(target, { recursive: true })
      execFileSync('tar', ['-xzf', tarballs[name] ?? '', '-C', target, '--strip-components=1'])
      for (const dependency of Object.keys(manifestOf(name).dependencies ?? {})) linkDependency(dependency)
    }
    symlinkSync('../@deskbell/server/bin/deskbell.js', join(modules, '.bin/deskbell'))
    // npm makes the command executable, too; otherwise the command of the repository would be found.
    chmodSync(join(modules, '.bin/deskbell'), 0o755)
    symlinkSync(process.execPath, join(modules, '.bin/node'))
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const name of names) {
    test(`${name} contains the files of a package, and no tests or sources`, async () => {
      const manifest = manifestOf(name)
      for (const key of ['description', 'keywords', 'homepage', 'bugs', 'license', 'repository', 'files', 'engines']) {
        assert.ok(manifest[key], `${name} has no ${key}`)
      }
      for (const key of ['private', 'scripts', 'devDependencies']) assert.equal(manifest[key], undefined, key)
      const files = globSync('**/*', { cwd: placeOf(name) })
      for (const file of ['LICENSE', 'README.md']) assert.ok(files.includes(file), `${name} has no ${file}`)
      assert.deepEqual(
        files.filter((file) => /\.(test|long|check)\.|(^|\/)(testing|derive)\/|(?<!\.d)\.ts$/.test(file)),
        [],
      )
      const { messages } = await publint({ pkgDir: placeOf(name), strict: true, pack: false })
      assert.deepEqual(messages, [])
    })
  }

  test('the contract has correct types for ES modules', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarballs['contract'] ?? '')))
    const problems = checked.types ? checked.problems.map(({ kind }) => kind) : ['no types']
    // The one accepted problem: CommonJS code gets ES modules, too, because the package contains no others.
    assert.deepEqual([...new Set(problems)], ['CJSResolvesToESM'])
  })

  test('every file that the service or the contract refers to is included', () => {
    for (const name of ['contract', 'server'] as const) {
      for (const file of globSync('**/*.js', { cwd: placeOf(name) })) {
        const text = readFileSync(join(placeOf(name), file), 'utf8')
        for (const [, , path = ''] of text.matchAll(/(['"`])(\.\.?\/[\w./-]+\.(?:js|ts|json))\1/g)) {
          assert.ok(existsSync(join(placeOf(name), dirname(file), path)), `${file} names ${path}`)
        }
      }
    }
  })

  test('the service starts, responds to the client, and starts its worker threads and a read worker', async () => {
    const { url, token, child } = await start(['deskbell', 'start', '--port', '0'])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    try {
      assert.match(await (await fetch(url)).text(), /<script type="module"/)
      const program = `
        import { createClient } from '@deskbell/client'
        const client = createClient({ url: '${url}', auth: { token: '${token}' } })
        console.log(await client.tickets(1).title, (await client.request('GET', 'openapi.json')).openapi)`
      writeFileSync(join(folder, 'program.js'), program)
      assert.match(run(['node', 'program.js']).stdout, /^Welcome to Deskbell! 3/)
      // The second batch of messages is parsed in a worker thread.
      writeFileSync(join(folder, 'many.mbox'), Array.from({ length: 130 }, (_, index) => messageInMbox(index)).join(''))
      const imported = run(['deskbell', 'import', 'mail', 'many.mbox'])
      assert.match(imported.stdout, /\b130 /, imported.stderr)
      const post = async (path: string, body: object) =>
        (await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
      // Long HTML is sanitized in a worker thread.
      const article = { content_type: 'text/html', body: `${'<p>Long</p>'.repeat(6000)}<script>alert(1)</script>` }
      assert.equal(await post('tickets', { title: 'Long', group: 'Users', customer_id: 2, article }), 201)
      // With ids this large, sorting by a column without an index runs in a read worker.
      countFrom(30_000)
      assert.equal(await post('organizations', { name: 'Wharf' }), 201)
      const sorted = await fetch(`${url}/api/v1/organizations/search?query=*&sort_by=note`, { headers })
      assert.ok(((await sorted.json()) as { name: string }[]).some(({ name }) => name === 'Wharf'))
      if (process.platform === 'linux')
        assert.ok(childrenOf(child.pid).includes(`${placeOf('server')}/src/db/read-worker.js`))
      assert.equal(run(['deskbell', 'check']).status, 0)
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })

  test('npx finds the command', () => {
    const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false', npm_config_loglevel: 'error' }
    const { stdout } = spawnSync('npx', ['deskbell', 'version'], {
      cwd: folder,
      env: { ...env, ...npm },
      encoding: 'utf8',
    })
    assert.equal(stdout.trim(), String(manifestOf('server')['version']))
  })

  test('an older Node prints one sentence, and can parse the file that prints it', async () => {
    const bin = join(placeOf('server'), 'bin/deskbell.js')
    const text = readFileSync(bin, 'utf8')
    assert.doesNotMatch(text, /^import |\bawait\b(?!`)/m)
    await transform(text.replace(/^#!.*/, ''), { target: 'node12', format: 'esm' })
    const older = "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })"
    const { status, stderr } = run([
      'node',
      '--import',
      `data:text/javascript,${encodeURIComponent(older)}`,
      bin,
      'start',
    ])
    assert.equal(status, 1)
    assert.match(stderr, /^deskbell: Node 26 or newer is needed, and this is Node 20\.1\.0\. [^\n]+\n$/)
  })

  function placeOf(name: string): string {
    return join(modules, '@deskbell', name)
  }

  function manifestOf(name: string): Manifest {
    return JSON.parse(readFileSync(join(placeOf(name), 'package.json'), 'utf8')) as Manifest
  }

  /** Links a package of the repository into the folder where its dependents look for it. */
  function linkDependency(name: string): void {
    if (name.startsWith('@deskbell/') || name === 'node') return
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(folderOf(name), link)
  }

  function run([command = '', ...args]: string[]) {
    return spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  }

  /** Makes the ids of new organizations continue after this one. */
  function countFrom(id: number): void {
    const database = new DatabaseSync(join(folder, 'deskbell-data/deskbell.db'))
    database.prepare(`update sqlite_sequence set seq = ? where name = 'organizations'`).run(id)
    database.close()
  }

  async function start([command = '', ...args]: string[]): Promise<{
    url: string
    token: string
    child: ChildProcess
  }> {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      out += text as string
      const [, token] = /token +(\S+)\n/.exec(out) ?? []
      const [, url] = /listens on (\S+)\n/.exec(out) ?? []
      if (token && url) return { url, token, child }
    }
    throw new Error(`The service did not start: ${out}`)
  }
})

const messageInMbox = (number: number): string =>
  `From ada@example.com Mon Mar  2 09:00:00 2026
From: ada@example.com
To: desk@example.com
Subject: Number ${number}
Message-ID: <${number}@example.com>

Hello.

`

/** The command lines of the child processes of a process. */
const childrenOf = (pid = 0): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8'))
    .join('\n')

/** The folder of an installed package; some do not export their package.json. */
function folderOf(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new Error(`${name} is not installed`)
  return found
}
