import { spawnSync } from 'node:child_process'
import { type CommandLine, environment, main, type Ran } from './cli.ts'

const canUnshare = spawnSync('unshare', ['--net', '--mount', 'true']).status === 0

/** Why a test that needs namespaces is skipped; false where the system lets it make them. */
export const skip = canUnshare ? false : 'needs the right to make namespaces'

/**
 * Runs a command with a network and mounts of its own, as another container would.
 * @param mount a shell command that comes first, and whose mounts only this command sees.
 */
export function runInNamespaces(cli: CommandLine, args: readonly string[], mount = 'true'): Ran {
  const command = [process.execPath, main, ...args]
  const script = `${mount} && exec "$0" "$@"`
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', script, ...command], {
    cwd: cli.folder,
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { code: status, out: stdout, err: stderr }
}

/** A shell command that shows a folder under another name, where nothing can be written. */
export const mountReadOnly = (folder: string, as: string): string =>
  `mkdir -p ${as} && mount --bind ${folder} ${as} && mount -o remount,bind,ro ${as}`
