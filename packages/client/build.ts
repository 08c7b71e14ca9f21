/*
 * Builds the client for publication: ESM and CommonJS with types for both, and another package.json. The one in this folder
 * refers to the TypeScript sources, so that nothing in the repository needs a build.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { emitTypes, publishedManifest } from '../../scripts/build.ts'

const here = import.meta.dirname
const subpaths = ['node', 'testing']

/** Property names that only the client itself uses. They are shortened to keep the bundle small. */
const internalNames =
  /^(Reference|Loaded|cacheRecords|cacheRecord|cacheAssets|searchSideloads|searchNeedsFull|alwaysExpanded|ignoresIds|forgetMissing|firstId|about|nextStartNumber|missing|withTimeout|startNumber|minStartNumber|latestStartNumber|relations|authentication|applyRecord|cachePage|maxPageSize|isPaged|hasMore|waitForTurn|showKnown|requestedAt|listeners|onChange|publish|mayReopen|renew)$/

/** Builds the package into `dist`, whose former content is deleted. */
export async function build(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const types = mkdtempSync(join(dist, 'types-'))
  emitTypes(here, types)
  for (const format of ['esm', 'cjs'] as const) await emit(join(dist, format), format, types)
  rmSync(types, { recursive: true })
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(), undefined, 2)}\n`)
  cpSync(join(here, 'README.md'), join(dist, 'README.md'))
  cpSync(join(here, '../../LICENSE'), join(dist, 'LICENSE'))
}

async function emit(folder: string, format: 'esm' | 'cjs', types: string): Promise<void> {
  for (const group of [['index'], subpaths]) {
    await bundle({
      entryPoints: group.map((name) => join(here, 'src', `${name}.ts`)),
      outdir: folder,
      bundle: true,
      format,
      // Code that is loaded on demand is in separate files.
      splitting: format === 'esm',
      chunkNames: '[name]',
      target: 'es2022',
      mangleProps: internalNames,
      minify: group !== subpaths,
      // Node prints the source line of an uncaught error.
      lineLimit: 120,
      external: ['@deskbell/client', 'node:*'],
      sourcemap: true,
      logLevel: 'warning',
    })
  }
  // Declarations stay one file per module, because users merge their attributes into interfaces that `index` re-exports.
  for (const file of readdirSync(types)) {
    cpSync(join(types, file), join(folder, file))
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: format === 'esm' ? 'module' : 'commonjs' }))
}

/** Returns the published package.json. */
function published(): object {
  const { exports: _exports, ...rest } = publishedManifest(here)
  return {
    ...rest,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: {
      '.': target('index'),
      './node': target('node'),
      './testing': target('testing'),
      './package.json': './package.json',
    },
    // For tools that do not support `exports`.
    typesVersions: { '*': { node: ['./cjs/node.d.ts'], testing: ['./cjs/testing.d.ts'] } },
    files: ['esm', 'cjs'],
  }
}

function target(name: string): object {
  return {
    import: { types: `./esm/${name}.d.ts`, default: `./esm/${name}.js` },
    require: { types: `./cjs/${name}.d.ts`, default: `./cjs/${name}.js` },
  }
}

if (import.meta.main) await build(join(here, 'dist'))
