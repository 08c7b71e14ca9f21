import { spawn } from 'node:child_process'

/**
 * Interrupts a process when this one ends, even by `kill -9`: the system then closes the pipe from which a shell reads.
 * @returns a function that stops the watching.
 */
export function endTogether(pid: number): () => void {
  const script = 'cat > /dev/null; kill -INT "$0"'
  // In a session of its own, so that Ctrl-C does not reach it.
  const guard = spawn('sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return () => void guard.kill('SIGKILL')
}
