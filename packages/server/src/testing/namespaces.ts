import { spawnSync } from 'node:child_process'
import { type CommandLine, environment, executable, type CommandResult } from './cli.ts'

const canUnshare = spawnSync('unshare', ['--net', '--mount', 'true']).status === 0

/** The reason to skip tests that need Linux namespaces; false if they are available. */
export const skip = canUnshare ? false : 'needs the right to make namespaces'

/**
 * Runs a command with its own network and mounts, as in another container.
 * @param mount a shell command that runs first; its mounts are visible to this command only.
 */
export function runInNamespaces(cli: CommandLine, args: readonly string[], mount = 'true'): CommandResult {
  const command = [process.execPath, executable, ...args]
  const script = `${mount} && exec "$0" "$@"`
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', script, ...command], {
    cwd: cli.folder,
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { code: status, out: stdout, err: stderr }
}

/** A shell command that mounts a folder read-only under another name. */
export const mountReadOnly = (folder: string, as: string): string =>
  `mkdir -p ${as} && mount --bind ${folder} ${as} && mount -o remount,bind,ro ${as}`
