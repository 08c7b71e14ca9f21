/**
 * Measures the work of this thread from now on; the returned function gives milliseconds. Linux updates the processor time of
 * a thread only every few milliseconds, so the work is the processor time of the process, which may include other threads,
 * or the time that has passed, which may include other programs, whichever is less.
 */
export function workTimer(): () => number {
  const [began, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min((user + system) / 1000, performance.now() - began)
  }
}
