/** Read when the process starts: the parent may end before the service listens. */
const parent = process.ppid
/** The interval in which the parent is checked, in milliseconds. */
const INTERVAL = 1000

/**
 * Calls back once when the parent of a process started by npm or npx has ended. npm runs commands in a shell, and
 * neither passes SIGTERM on, so the service would remain as an orphan that blocks the port and the data folder.
 */
export function onNpmEnd(callback: (reason: string) => void): void {
  if (!isRunByNpm(process.env)) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback('npm ended')
  }, INTERVAL).unref()
}

/** npm and compatible package managers set these variables for the commands that they run. */
const isRunByNpm = (environment: NodeJS.ProcessEnv): boolean =>
  ['npm_command', 'npm_lifecycle_event', 'npm_execpath'].some((name) => environment[name] !== undefined)
