/*
 * Builds the packages that are published as one file for each source: the source without its types, so that stack traces have
 * the line numbers of the repository.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.ts'

const root = join(import.meta.dirname, '..')

type Manifest = Record<string, unknown>

/** Builds the published contract into `target`: JavaScript and types. */
export function buildContract(target: string): void {
  const source = join(root, 'packages/contract')
  const entry = { types: './src/index.d.ts', default: './src/index.js' }
  // `main` and `types` are for tools without support for `exports`.
  writePackageFiles(source, target, { main: entry.default, types: entry.types, exports: { '.': entry } })
  stripTypes(source, target)
  emitTypes(source, join(target, 'src'))
}

/** Builds the published service into `target`: JavaScript for the command. It exports nothing. */
export function buildServer(target: string): void {
  const source = join(root, 'packages/server')
  writePackageFiles(source, target, { exports: { './package.json': './package.json' } })
  stripTypes(source, target)
}

/** Builds the published page into `target`: the built files, which the service serves. */
export async function buildWeb(target: string): Promise<void> {
  const source = join(root, 'packages/web')
  await buildPage()
  writePackageFiles(source, target, {})
  cpSync(join(source, 'dist'), join(target, 'dist'), { recursive: true })
}

/** Empties `target` and writes the files that all packages have: manifest, license, README. */
function writePackageFiles(source: string, target: string, changes: Manifest): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const manifest = { ...publishedManifest(source), ...changes }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  copyFileSync(join(source, 'README.md'), join(target, 'README.md'))
}

/** Returns the package.json of a package without the entries that only the repository needs. */
export function publishedManifest(source: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
  const { private: _private, scripts: _scripts, devDependencies: _development, ...published } = manifest
  return published
}

const unpublished = /\.(test|long)\.ts$|^src\/(testing|derive)\b/

function stripTypes(source: string, target: string): void {
  for (const file of globSync(['src/**/*.ts', 'bin/*'], { cwd: source })) {
    if (unpublished.test(file)) continue
    const text = readFileSync(join(source, file), 'utf8')
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
    const path = join(target, asJavaScript(file))
    mkdirSync(dirname(path), { recursive: true })
    // Rewrites the file names in imports and in the addresses of worker threads.
    writeFileSync(
      path,
      code.replaceAll(
        /(['"`])(\.\.?\/[^'"`\s]*\.ts)\1/g,
        (_, quote: string, imported: string) => quote + asJavaScript(imported) + quote,
      ),
    )
  }
}

const asJavaScript = (file: string): string => file.replace(/\.ts$/, '.js')

/** Emits the types of `src` into `target`. Their imports name JavaScript files. */
export function emitTypes(source: string, target: string): void {
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(/package\.json$/, 'bin/tsc')
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', target]
  execFileSync(process.execPath, [compiler, '-p', source, ...options], { stdio: 'inherit' })
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const path = join(target, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.[\w./-]+)\.ts(['"])/g, '$1.js$2'))
  }
}
