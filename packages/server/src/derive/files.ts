import { fileURLToPath } from 'node:url'
import { routesPage, specification } from '../http/openapi/specification.ts'
import { clientTypes } from './client-types.ts'
import { examplesModule, examplesOf } from './examples.ts'
import { statements } from './statements.ts'

/** Files that follow from the code and are kept beside it, so that a change shows what it changes for others. */
export const derived: Readonly<Record<string, () => string | Promise<string>>> = {
  'packages/server/src/http/openapi/examples.ts': examplesModule,
  'docs/api/openapi.json': async () => specification(await examplesOf()),
  'docs/api.md': routesPage,
  'packages/client/src/types.ts': clientTypes,
  'packages/server/src/testing/sql/sqlite.sql': () => statements('sqlite'),
  'packages/server/src/testing/sql/postgres.sql': () => statements('postgres'),
}

/** Where one of them lies. */
export const placeOf = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
