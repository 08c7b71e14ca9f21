/**
 * A time frame of a day, with its beginning and end as `HH:MM`. For the service, an end at `24:00`, `23:59` or `00:00` is
 * the end of the day.
 */
export type Frame = readonly [from: string, to: string]

/** The frame that the form shows for a day without frames. */
export const defaultFrame: Frame = ['09:00', '17:00']

/**
 * Returns the frames of a day and one more, which begins at the end of the last one, or at 08:00 if there is none, and
 * lasts an hour, or until midnight. Returns undefined if the last one ends at midnight.
 */
export function withFrame(frames: readonly Frame[]): readonly Frame[] | undefined {
  const [, end] = frames.at(-1) ?? ['', '08:00']
  if (isMidnight(end)) return undefined
  const [hour = 0, minute = 0] = end.split(':').map(Number)
  return [...frames, [end, hour < 23 ? timeOf(hour + 1, minute) : '24:00']]
}

/**
 * Returns the frames of a day with another time in one of them.
 * @param edge 0 for the beginning of the frame, 1 for its end.
 */
export const withTime = (frames: readonly Frame[], index: number, edge: 0 | 1, time: string): readonly Frame[] =>
  frames.map((frame, position) => (position === index ? replaceTime(frame, edge, time) : frame))

const replaceTime = ([from, to]: Frame, edge: 0 | 1, time: string): Frame => (edge === 0 ? [time, to] : [from, time])

const isMidnight = (time: string): boolean => ['23:59', '24:00', '00:00'].includes(time)

const timeOf = (hour: number, minute: number): string =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
