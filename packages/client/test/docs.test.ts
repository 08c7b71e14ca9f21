import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { world } from '../../server/src/testing/world.ts'
import * as library from '../src/index.ts'

/*
 * Runs every example of the documentation and compares its requests with those it shows. A `ts` block runs against the real
 * service, a `ts no-run` block does not run. The blocks of a file share a service and a client, unless a block creates its own
 * client.
 */

interface Example {
  readonly line: number
  readonly kind: string
  readonly code: string
}

const root = join(import.meta.dirname, '../../..')
const tutorial = readdirSync(join(root, 'docs/client')).filter((name) => name.endsWith('.md'))
const files = ['packages/client/README.md', ...tutorial.map((name) => `docs/client/${name}`)]

for (const file of files) {
  const examples = examplesOf(readFileSync(join(root, file), 'utf8')).filter(({ kind }) => kind !== 'ts no-run')
  if (!examples.length) continue
  test(`the examples of ${file} send the requests that they show`, async (t) => {
    const real = await start(t)
    const client = library.createClient(real)
    for (const example of examples) await run(file, example, client, real)
  })
}

async function start(t: TestContext): Promise<library.ClientOptions & { auth: { token: string } }> {
  const real = await world()
  t.after(() => real.close())
  return { url: await real.listen(), auth: { token: real.tokens.admin } }
}

function examplesOf(text: string): Example[] {
  return [...text.matchAll(/^```(ts[ a-z-]*)\n(.*?)^```$/gms)].map(({ 1: kind = '', 2: code = '', index }) => ({
    line: text.slice(0, index).split('\n').length,
    kind,
    code,
  }))
}

/** Runs one example. Each group of arrow lines must equal the requests since the previous group. */
async function run(
  file: string,
  { line, code }: Example,
  client: library.Client,
  options: { url: string | URL; auth: { token: string } },
): Promise<void> {
  const where = `${file}:${line}`
  const seen: string[] = []
  const listen = (of: library.Client) =>
    of.on('request', ({ method, url }) => seen.push(`${method} ${decodeCommas(url.slice(String(options.url).length))}`))
  const stops: (() => void)[] = [listen(client)]
  const createClient = (clientOptions: library.ClientOptions) => {
    const client = library.createClient(clientOptions)
    stops.push(listen(client))
    return client
  }
  const expect = (arrows: string[]) => {
    const sent = seen.splice(0).map((request) => `// → ${request}`)
    assert.deepEqual(sent, arrows, where)
  }
  const program = code
    .replace(/^import .*$/gm, '')
    .replace(/(?:^\/\/ → .*\n)+/gm, (group) => `expect(${JSON.stringify(group.trim().split('\n'))})\n`)
  const names = {
    ...library,
    createClient,
    url: options.url,
    token: options.auth.token,
    console: { log: () => undefined },
    expect,
  }
  // An example may declare a client of its own.
  const outer = /const client\b/.test(code) ? {} : { client }
  const scope = { ...names, ...outer }
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  try {
    await (AsyncFunction(...Object.keys(scope), program)(...Object.values(scope)) as Promise<void>)
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    throw new Error(`${where} failed`, { cause: error })
  } finally {
    for (const stop of stops) stop()
  }
  expect([])
}

function decodeCommas(url: string): string {
  return url.replaceAll('%2C', ',')
}
