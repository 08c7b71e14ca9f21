/** Returns the ticks of an axis from 0 to a value or slightly above it, in at most five steps of 1, 2 or 5. */
export function axisOf(largest: number): readonly number[] {
  const step = stepFor(largest)
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

function stepFor(largest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((digit) => digit * power).find((one) => largest / one <= 3)
    if (step !== undefined) return step
  }
}

/** Step sizes of an axis of time, in seconds. */
const timeSteps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 4, 8, 12].map((hours) => hours * 3600),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((days) => days * 86_400),
]

/** Returns the ticks of an axis of time in seconds. */
export function timeAxisOf(largest: number): readonly number[] {
  const step = timeSteps.find((one) => largest / one <= 3) ?? Math.ceil(largest / 3)
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
