import { fileURLToPath } from 'node:url'
import { routesPage, specification } from '../http/openapi/specification.ts'
import { clientTypes } from './client-types.ts'
import { examplesModule, examplesOf } from './examples.ts'
import { statements } from './statements.ts'

/** Files that are derived from the code and committed, so that a diff shows the effects of a change on clients. */
export const derived: Readonly<Record<string, () => string | Promise<string>>> = {
  'packages/server/src/http/openapi/examples.ts': examplesModule,
  'docs/api/openapi.json': async () => specification(await examplesOf()),
  'docs/api.md': routesPage,
  'packages/client/src/types.ts': clientTypes,
  'packages/server/src/testing/sql/sqlite.sql': () => statements('sqlite'),
  'packages/server/src/testing/sql/postgres.sql': () => statements('postgres'),
}

/** Returns the absolute path of a derived file. */
export const absolutePath = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
