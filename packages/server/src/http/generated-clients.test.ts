import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type World, world } from '../testing/world.ts'

const run = promisify(execFile)
const clients = fileURLToPath(new URL('../../../../test/clients/', import.meta.url))
const folder = `${clients}generated-${process.pid}`
const programs = ['with-openapi-fetch.ts', 'with-hey-api.ts']
const configuration = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'node16',
    moduleResolution: 'node16',
    outDir: 'out',
    skipLibCheck: false,
  },
  files: programs,
}

let w: World
let base: string
before(async () => {
  w = await world()
  base = await w.listen()
  mkdirSync(folder)
  writeFileSync(`${folder}/package.json`, '{"type":"commonjs"}')
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(configuration))
  for (const program of programs) copyFileSync(`${clients}programs/${program}`, `${folder}/${program}`)
  writeFileSync(`${folder}/openapi.json`, (await w.request('openapi.json', { as: 'anonymous' })).text)
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await w.close()
})

const node = (script: string, ...args: string[]) =>
  run(process.execPath, [`${clients}node_modules/${script}`, ...args], { cwd: folder }).catch(
    (failure: { stdout?: string; stderr?: string }) => assert.fail(`${failure.stdout}\n${failure.stderr}`),
  )

test('the clients that two generators make from the OpenAPI document compile in strict mode', async () => {
  await node('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-fetch/schema.d.ts')
  await node('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch')
  await node('typescript/bin/tsc', '-p', '.')
})

for (const program of programs) {
  test(`a program ${program.replace(/-/g, ' ').replace('.ts', '')} gets the expected responses to ten calls`, async () => {
    const env = { ...process.env, BASE_URL: base, TOKEN: w.tokens.admin }
    const { stdout } = await run(process.execPath, [`${folder}/out/${program.replace('.ts', '.js')}`], { env })
    const { values, tagged, found } = JSON.parse(stdout) as { values: unknown[]; tagged: unknown; found: unknown }
    // One value from each of seven responses; the last but one is the body of an article.
    assert.equal(values.length, 7)
    assert.equal(values.at(-2), 'Fixed.')
    assert.equal(tagged, true)
    assert.deepEqual(found, { total_count: 1 })
  })
}
