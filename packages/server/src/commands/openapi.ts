import { Command } from 'commander'
import { databaseUrlOption, dataOption } from '../config.ts'
import { specification } from '../http/openapi/specification.ts'

export const openapiCommand = (): Command =>
  new Command('openapi')
    .description('print the OpenAPI document of the service')
    .addOption(dataOption())
    .addOption(databaseUrlOption())
    .addHelpText(
      'after',
      `
It is the document that a running service has at /api/v1/openapi.json. It is the same for every data folder, which is
therefore not opened.

Example:
  deskbell openapi > openapi.json`,
    )
    .action(async () => {
      const { examples } = await import('../http/openapi/examples.ts')
      process.stdout.write(specification(examples))
    })
