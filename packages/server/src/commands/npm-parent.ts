/** Read when the process begins: the parent may be gone before the service listens. */
const parent = process.ppid
/** How often the parent is looked at, in milliseconds. */
const interval = 1000

/**
 * Calls back once when this process was started by npm or npx and its parent is gone. They run a command in a shell; a
 * SIGTERM ends npm and the shell, is not passed on, and would leave an orphan that keeps the port and the data folder.
 */
export function onNpmEnd(callback: (reason: string) => void): void {
  if (!isRunByNpm(process.env)) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback('npm ended')
  }, interval).unref()
}

/** npm and compatible package managers set these for the commands they run. */
const isRunByNpm = (environment: NodeJS.ProcessEnv): boolean =>
  ['npm_command', 'npm_lifecycle_event', 'npm_execpath'].some((name) => environment[name] !== undefined)
