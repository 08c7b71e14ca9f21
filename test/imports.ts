import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A source file, by its path from the root of the repository, and what it imports (types included). */
export type Source = { path: string; files: string[]; packages: string[]; dynamic: string[] }

const root = join(import.meta.dirname, '..')
/** The path in `import { a } from './a.ts'`, `export * from './a.ts'` or `import './a.css'`. */
const statement = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^']+)'|^import '([^']+)'/gm
/** The path in `import('./a.ts')`. */
const expression = /\bimport\(\s*'([^']+)'\s*\)/g

/** Returns the sources that are published, without tests and files that only tests use. */
export function readSources(): Source[] {
  const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).toSorted()
  return paths.filter((path) => !isTestOnly(path)).map((path) => readSource(path))
}

/** Returns true for a file that only tests or `npm run derive` need. */
const isTestOnly = (path: string): boolean =>
  /\.(test|long)\.ts$/.test(path) ||
  path.startsWith('packages/server/src/testing/') ||
  path.startsWith('packages/server/src/derive/')

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const names = [...text.matchAll(statement)].map((found) => (found[1] ?? found[2]) as string)
  const dynamic = [...text.matchAll(expression)].map((found) => found[1] as string)
  const own = `@deskbell/${path.split('/')[1]}`
  const toPath = (name: string): string => relative(root, join(root, dirname(path), name))
  return {
    path,
    files: names.filter(isSource).map(toPath),
    packages: [...names, ...dynamic].filter((name) => !name.startsWith('.') && name !== own),
    dynamic: dynamic.filter(isSource).map(toPath),
  }
}

const isSource = (name: string): boolean => name.startsWith('.') && /\.tsx?$/.test(name)

/** Returns the groups of files that import each other in a cycle, each sorted; empty if there is none. */
export function findCycles(sources: Source[]): string[][] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const next of byPath.get(path)?.files ?? []) {
        if (!seen.has(next)) open.push(next)
        seen.add(next)
      }
    }
    return seen
  }
  const reach = new Map(sources.map(({ path }) => [path, reachable(path)]))
  const cycles = new Map<string, string[]>()
  for (const [path, seen] of reach) {
    if (!seen.has(path)) continue
    const cycle = [...seen].filter((other) => reach.get(other)?.has(path)).toSorted()
    cycles.set(cycle.join(), cycle)
  }
  return [...cycles.values()]
}

/** Returns the longest chain of files in which each imports the next. There must be no cycles. */
export function findLongestChain(sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const chains = new Map<string, string[]>()
  const chainFrom = (path: string): string[] => {
    const known = chains.get(path)
    if (known !== undefined) return known
    const rest = (byPath.get(path)?.files ?? []).map(chainFrom)
    const chain = [path, ...(rest.toSorted((a, b) => b.length - a.length)[0] ?? [])]
    chains.set(path, chain)
    return chain
  }
  return sources.map(({ path }) => chainFrom(path)).toSorted((a, b) => b.length - a.length)[0] ?? []
}
