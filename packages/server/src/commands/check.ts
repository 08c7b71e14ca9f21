import type { Command } from 'commander'
import { checks, findings } from '../upkeep/check.ts'
import { sweepContents } from '../upkeep/stored-files.ts'
import type { PlaceOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { deskCommand, withDeskReadOnly } from './desk-command.ts'

interface CheckOptions extends PlaceOptions {
  readonly deep?: true
  readonly repair?: true
}

/** So many of one kind are said; what is behind a thousand is usually behind the first twenty. */
const shown = 20

export const checkCommand = (): Command =>
  deskCommand('check', 'look for anything wrong in the database, the search index and the stored files')
    .option('--deep', 'also read every stored file and compare every word of the search index')
    .option('--repair', 'first take away stored contents that nothing has named for a day')
    .addHelpText(
      'after',
      `
Looks at:
${checks.map(({ what }) => `  ${what}`).join('\n')}

What is wrong stands on standard output, a sentence a line, and the exit code is then 1. Works beside a running
service and changes nothing but what --repair says. A running service takes such contents away by itself.

Examples:
  deskbell check
  deskbell check --deep --data /srv/deskbell
  deskbell check --repair`,
    )
    .action(async (options: CheckOptions) => {
      const wrong = await withDeskReadOnly(options, async (desk) => {
        if (options.repair) await repair(desk)
        return runChecks(desk, options.deep === true)
      })
      console.log(
        wrong === 0 ? 'Nothing is wrong.' : wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`,
      )
      if (wrong > 0) process.exitCode = 1
    })

async function repair(desk: Desk): Promise<void> {
  const { contents, bytes } = await sweepContents(desk)
  console.log(`Took away ${contents} stored contents that belonged to nothing (${Math.ceil(bytes / 1000)} kB).`)
}

/** Says what is wrong. @returns how much. */
async function runChecks(desk: Desk, deep: boolean): Promise<number> {
  let wrong = 0
  for (const check of checks) {
    console.error(`Checking ${check.what}`)
    let count = 0
    for await (const sentence of findings(check, desk, { deep })) {
      if (++count <= shown) console.log(sentence)
    }
    if (count > shown) console.log(`... and ${count - shown} more of this kind.`)
    wrong += count
  }
  return wrong
}
