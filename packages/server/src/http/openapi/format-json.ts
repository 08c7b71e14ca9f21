/** Maximum length of an array or object on one line with its indentation, in characters. */
const MAX_WIDTH = 150

/** Formats JSON for review: a short value is on one line, any other has a line for each member. */
export function formatJson(value: unknown, indent = ''): string {
  const oneLine = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + oneLine.length <= MAX_WIDTH) return oneLine
  const inner = `${indent} `
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + formatJson(item, inner)).join(',\n')}\n${indent}]`
  const lines = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${inner}${JSON.stringify(key)}: ${formatJson(member, inner)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}
