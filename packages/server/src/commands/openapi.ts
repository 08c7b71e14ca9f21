import { Command } from 'commander'
import { databaseUrlOption, dataOption } from '../config.ts'

export const openapiCommand = (): Command =>
  new Command('openapi')
    .description('print the OpenAPI document of the service')
    // Accepted as by other commands, although the document does not depend on them.
    .addOption(dataOption())
    .addOption(databaseUrlOption())
    .addHelpText(
      'after',
      `
A running service serves the same document at /api/v1/openapi.json. It does not depend on the data, so no database is
opened.

Example:
  deskbell openapi > openapi.json`,
    )
    .action(printDocument)

async function printDocument(): Promise<void> {
  const [{ specification }, { examples }] = await Promise.all([
    import('../http/openapi/specification.ts'),
    import('../http/openapi/examples.ts'),
  ])
  process.stdout.write(specification(examples))
}
