import { documentOf } from './http/openapi/document.ts'
import { routeTables } from './http/openapi/table.ts'
import { jsonLines } from './http/openapi/text.ts'
import { allRoutes } from './http/routes/index.ts'

/** The OpenAPI document, which is the same for every installation. */
export const specification = (): string => `${jsonLines(documentOf(allRoutes))}\n`

/** The page of documentation that lists all routes. */
export const routesPage = (): string => routeTables(allRoutes)
