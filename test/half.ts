import { globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, suite } from 'node:test'

/*
 * All tests, in two processes at once: what the tests import is loaded once in each, not once for each file, and each
 * takes the next file that is left when it is done with one, so that both end at the same time.
 */

/** Begun first: whoever took one of these last would work on alone. */
const slow = [
  'import-corpus',
  'write-conformance',
  'ranked',
  'conformance',
  'crashes',
  'commands',
  'feed',
  'dispatcher',
]

/** Runs the files that the other half does not run. */
export async function runHalf(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root }).toSorted()
  for (const file of files.toSorted((a, b) => turn(a) - turn(b))) {
    if (take(file)) await runFile(file, join(root, file))
  }
}

function turn(file: string): number {
  const at = slow.indexOf(basename(file, '.test.ts'))
  return at === -1 ? slow.length : at
}

/** @returns whether it was still there to be taken: of two that make a folder, one succeeds. */
function take(file: string): boolean {
  try {
    mkdirSync(join(process.env['TAKEN'] as string, encodeURIComponent(file)))
    return true
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw failure
  }
}

/** @returns when the last test of the file is over. */
const runFile = (name: string, path: string): Promise<void> =>
  new Promise((done) => {
    suite(name, async () => {
      after(() => done())
      await import(path)
    })
  })
