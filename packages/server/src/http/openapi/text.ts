/** The longest line of a value, in characters. */
const MAX_WIDTH = 150

/** Formats JSON for review: a short value is on one line, any other has a line for each member. */
export function jsonLines(value: unknown, indent = ''): string {
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length <= MAX_WIDTH) return short
  const inner = `${indent} `
  if (Array.isArray(value)) return `[\n${value.map((one) => inner + jsonLines(one, inner)).join(',\n')}\n${indent}]`
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${inner}${JSON.stringify(key)}: ${jsonLines(one, inner)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}
