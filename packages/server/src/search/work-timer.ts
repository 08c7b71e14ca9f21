/**
 * Starts to measure the work of this thread, and returns a function that returns its milliseconds so far. Linux updates
 * the processor time of a thread only every few milliseconds, so the work is the lesser of two times: the processor time
 * of the process, which may include other threads, and the time that has passed, which may include other programs. If little
 * time has passed, it is returned as it is, because reading the processor time again would take a noticeable part of it.
 */
export function workTimer(): () => number {
  const began = performance.now()
  const usedBefore = process.cpuUsage()
  return () => {
    const passed = performance.now() - began
    if (passed < SHORT) return passed
    const { user, system } = process.cpuUsage(usedBefore)
    return Math.min((user + system) / 1000, passed)
  }
}

/** Times shorter than this are not compared with the processor time. Milliseconds. */
const SHORT = 1
