import { globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, mock, suite } from 'node:test'

/*
 * Runs all tests in two processes (`run-all-1.ts`, `run-all-2.ts`). Each loads what the tests import once, not once for each
 * file, and claims the next file when it has finished one, so that both end at about the same time.
 */

/** Files that run first: a process that claimed one of these last would finish long after the other. */
const slow = [
  'import-corpus',
  'write-conformance',
  'ranked',
  'conformance',
  'crashes',
  'commands',
  'feed',
  'dispatcher',
  'outages',
  'processes',
]

/** Runs all test files that the other process does not claim. */
export async function runAll(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'test/*.test.ts'], { cwd: root }).toSorted()
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    if (claim(file)) await runFile(file, join(root, file))
  }
}

function rank(file: string): number {
  const at = slow.indexOf(basename(file, '.test.ts'))
  return at === -1 ? slow.length : at
}

/** Returns false if the other process has claimed the file: of two processes that create a folder, one succeeds. */
function claim(file: string): boolean {
  try {
    mkdirSync(join(process.env['TEST_CLAIMS'] as string, encodeURIComponent(file)))
    return true
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw failure
  }
}

/** Milliseconds after which the tests of a file fail, so that the next file can run. */
const FILE_TIMEOUT = 600_000

/** Resolves after the last test of the file. */
const runFile = (name: string, path: string): Promise<void> =>
  new Promise((done) => {
    suite(name, { timeout: FILE_TIMEOUT }, async () => {
      after(() => {
        // Mocks of a file must not affect the next one: with mocked timers, a browser never responds.
        mock.reset()
        done()
      })
      await import(path)
    })
  })
