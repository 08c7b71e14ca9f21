/*
 * Builds the packages and packs them: `npm run pack` writes a tarball of each into dist/, or into the folder given as argument.
 * The sources cannot be packed directly, because Node does not run TypeScript below node_modules.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build as buildClient } from '../packages/client/build.ts'
import { buildContract, buildServer, buildWeb } from './build.ts'

/** The packages in the order in which they depend on each other. */
const packages = { contract: buildContract, web: buildWeb, server: buildServer, client: buildClient }

/** Builds and packs all packages; returns the path of each tarball by the name of its package's folder. */
export async function pack(target: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-pack-'))
  mkdirSync(target, { recursive: true })
  const tarballs: Record<string, string> = {}
  try {
    for (const [name, build] of Object.entries(packages)) {
      const packageFolder = join(folder, name)
      await build(packageFolder)
      const args = ['pack', '--json', '--loglevel', 'error', '--pack-destination', resolve(target)]
      const [packed] = JSON.parse(execFileSync('npm', args, { cwd: packageFolder, encoding: 'utf8' })) as {
        filename: string
      }[]
      tarballs[name] = join(resolve(target), packed?.filename ?? '')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return tarballs
}

if (import.meta.main) {
  const tarballs = await pack(process.argv[2] ?? 'dist')
  for (const path of Object.values(tarballs)) console.log(path)
}
