import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommandLine } from '../packages/server/src/testing/cli.ts'

/* These tests do not need Docker. They run what the image runs: its program, its command and its health check, in its
 * environment.
 */

const root = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')

/** Returns the arguments of the last instruction with this name in the Dockerfile. */
function argumentsOf(instruction: string): string {
  const lines = dockerfile.split('\n').filter((line) => line.startsWith(`${instruction} `))
  return lines.at(-1)?.slice(instruction.length + 1) ?? assert.fail(`there is no ${instruction}`)
}

const listOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

test('the image runs the command line as an unprivileged user, with its data on a volume', async (t) => {
  assert.equal(argumentsOf('USER'), 'node')
  assert.equal(argumentsOf('VOLUME'), '/data')
  assert.match(argumentsOf('ENV'), /DESKBELL_DATA=\/data/)
  assert.deepEqual(listOf(argumentsOf('ENTRYPOINT')), ['deskbell'])
  const [, target = ''] = /ln -s \/opt\/deskbell\/(\S+) \/usr\/local\/bin\/deskbell/.exec(dockerfile) ?? []
  assert.equal(
    realpathSync(join(root, target)),
    realpathSync(join(root, 'node_modules/.bin/deskbell')).replace(
      /^.*\/packages\//,
      `${realpathSync(root)}/packages/`,
    ),
  )
  const cli = openCommandLine(t)
  assert.equal((await cli.run([...listOf(argumentsOf('CMD')), '--help'])).code, 0)
})

test('the health check of the image succeeds while the service runs, and fails afterwards', async (t) => {
  const cli = openCommandLine(t)
  const [program, ...args] = listOf(argumentsOf('HEALTHCHECK'))
  assert.equal(program, 'node')
  const service = await cli.start()
  const check = () =>
    new Promise<number | null>((resolve) => {
      const env = { ...process.env, DESKBELL_PORT: new URL(service.url).port }
      resolve(spawnSync(process.execPath, args, { env }).status)
    })
  assert.equal(await check(), 0)
  service.signal('SIGTERM')
  await service.ended
  assert.equal(await check(), 1)
})

test('the scripts that the image runs exist, and its build context contains no installed or built files', () => {
  const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts
  for (const [, name = ''] of dockerfile.matchAll(/npm run (\S+)/g)) assert.ok(name in scripts, name)
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
  assert.ok(ignored.includes('**/node_modules') && ignored.includes('**/dist'))
  for (const name of ignored.filter((pattern) => !pattern.includes('*'))) assert.ok(existsSync(join(root, name)), name)
})
