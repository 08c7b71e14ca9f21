import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A source file, by its path from the root of the repository, and what it imports (types included). */
export type Source = { path: string; files: string[]; packages: string[]; dynamic: string[] }

const root = join(import.meta.dirname, '..')
const statement = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^']+)'|^import '([^']+)'/gm
const expression = /\bimport\(\s*'([^']+)'\s*\)/g

/** Returns the sources that are published, without tests and what only tests use. */
export function readSources(): Source[] {
  const paths = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted()
  return paths.filter((path) => !isTestOnly(path)).map((path) => readSource(path))
}

/** Whether a file exists for tests or for `npm run derive` alone. */
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

const isSource = (name: string): boolean => name.startsWith('.') && name.endsWith('.ts')
