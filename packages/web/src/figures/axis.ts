/** Maximum number of steps of an axis. */
const MAX_STEPS = 3

/**
 * Returns the ticks of an axis from 0 to a value or slightly above it. Steps are 1, 2 or 5, or these with zeros appended.
 */
export function axisOf(largest: number): readonly number[] {
  const step = stepFor(largest)
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

function stepFor(largest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((digit) => digit * power).find((candidate) => largest / candidate <= MAX_STEPS)
    if (step !== undefined) return step
  }
}

/** Step sizes of an axis of time, in seconds. */
const timeSteps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 4, 8, 12].map((hours) => hours * 3600),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((days) => days * 86_400),
]

/** Returns the ticks, in seconds, of an axis of time. */
export function timeAxisOf(largest: number): readonly number[] {
  const step = timeSteps.find((candidate) => largest / candidate <= MAX_STEPS) ?? Math.ceil(largest / MAX_STEPS)
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
