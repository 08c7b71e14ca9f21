/*
 * Builds what is published into dist/: ESM and CommonJS with types for both, and a package.json of its own. The
 * package.json beside this file points at the TypeScript sources, so that nothing in the repository needs a build.
 * Publish with `npm publish packages/client/dist`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'

const here = import.meta.dirname
const others = ['node', 'testing']

/** Names that only the inside of the client uses: shortened, because they stand in every page that loads it. */
const internal =
  /^(Failure|Reference|Loaded|absorb|absorbOne|absorbAssets|searchSideloads|searchNeedsFull|alwaysExpanded|ignoresIds|forgetMissing|firstId|paging|about|begin|missing|within|started|relations)$/

/** Builds into `dist`, whatever was there before. */
export async function build(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const types = mkdtempSync(join(dist, 'types-'))
  emitTypes(types)
  for (const format of ['esm', 'cjs'] as const) await emit(join(dist, format), format, types)
  rmSync(types, { recursive: true })
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(), undefined, 2)}\n`)
  cpSync(join(here, 'README.md'), join(dist, 'README.md'))
}

async function emit(folder: string, format: 'esm' | 'cjs', types: string): Promise<void> {
  for (const group of [['index'], others]) {
    await bundle({
      entryPoints: group.map((name) => join(here, 'src', `${name}.ts`)),
      outdir: folder,
      bundle: true,
      format,
      // One file for the core and one for what is loaded later.
      splitting: format === 'esm',
      chunkNames: '[name]',
      target: 'es2022',
      mangleProps: internal,
      minify: group !== others,
      external: ['@deskbell/client', 'node:*'],
      sourcemap: true,
      logLevel: 'warning',
    })
  }
  // Declarations stay one file a module, because users merge their attributes into interfaces that `index` re-exports.
  for (const file of readdirSync(types)) {
    const text = readFileSync(join(types, file), 'utf8').replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2')
    writeFileSync(join(folder, file), text)
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: format === 'esm' ? 'module' : 'commonjs' }))
}

function emitTypes(folder: string): void {
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(/package\.json$/, 'bin/tsc')
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', here, ...options], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The types could not be emitted:\n${stdout}${stderr}`)
}

/** The package.json of what is published. */
function published(): object {
  const source = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, unknown>
  const { private: _private, scripts: _scripts, devDependencies: _dev, exports: _exports, ...rest } = source
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
    // For readers of types that know no `exports`.
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
