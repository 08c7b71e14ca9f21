import { documentOf } from './http/openapi/document.ts'
import type { Examples } from './http/openapi/operation.ts'
import { routeTables } from './http/openapi/table.ts'
import { jsonLines } from './http/openapi/text.ts'
import { allRoutes } from './http/routes/index.ts'

/** The OpenAPI document, which is the same for every installation. */
export const specification = (examples: Examples): string => `${jsonLines(documentOf(allRoutes, examples))}\n`

/** The page of documentation that lists all routes. */
export const routesPage = (): string => routeTables(allRoutes)
