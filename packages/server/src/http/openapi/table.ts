import { basePath } from '../base-path.ts'
import type { AnyRoute } from '../route.ts'

/** Formats all routes as Markdown: a table for each tag, a line for each route. */
export function routeTables(routes: readonly AnyRoute[]): string {
  const tags = [...new Set(routes.map(({ tag }) => tag))].toSorted()
  const sections = tags.map((tag) => {
    const lines = routes
      .filter((route) => route.tag === tag)
      .toSorted((a, b) => compareTexts(a.path, b.path))
      .map((route) => `| ${route.method} | \`${route.path}\` | ${permissionOf(route)} | ${route.summary} |`)
    return [`## ${tag}`, '', '| Method | Path | Permission | Summary |', '| --- | --- | --- | --- |', ...lines].join(
      '\n',
    )
  })
  return `${head}\n\n${sections.join('\n\n')}\n`
}

/** Compares by code unit, so that the order does not depend on the language of the machine. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const head = `# All routes

Derived by \`npm run derive\`: change the routes, not this file. Paths are below \`${basePath}\`. Any one of the named
permissions is enough; \`any user\` means every caller with credentials, \`none needed\` also callers without them. Access
to a single record depends on groups and roles as well. Parameters, bodies and responses are in the [OpenAPI
document](api/openapi.json).`

function permissionOf(route: AnyRoute): string {
  if ('open' in route) return 'none needed'
  return route.can.length === 0 ? 'any user' : route.can.map((name) => `\`${name}\``).join(', ')
}
