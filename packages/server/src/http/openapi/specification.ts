import { documentOf } from './document.ts'
import type { Examples } from './operation.ts'
import { routeTables } from './table.ts'
import { formatJson } from './format-json.ts'
import { allRoutes } from '../routes/index.ts'

/** Returns the text of the OpenAPI document, which is the same for every installation. */
export const specification = (examples: Examples): string => `${formatJson(documentOf(allRoutes, examples))}\n`

/** Returns the page of the documentation that lists all routes. */
export const routesPage = (): string => routeTables(allRoutes)
