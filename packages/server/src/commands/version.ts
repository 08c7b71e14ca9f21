import { Command } from 'commander'
import { version } from '../version.ts'

export const versionCommand = (): Command =>
  new Command('version')
    .description('print the version')
    .addHelpText('after', '\nExample:\n  deskbell version')
    .action(() => console.log(version))
