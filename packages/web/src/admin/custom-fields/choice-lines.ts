/** Values to choose from, as the service stores them: names by value, or a tree. */
export type Choices = Readonly<Record<string, string>> | readonly Branch[] | undefined

interface Branch {
  readonly name: string
  readonly value: string
  readonly children?: readonly Branch[]
}

/** Writes values as lines: `value = Name`, or the name if both are the same; each level of a tree is indented by two spaces. */
export function linesOf(choices: Choices): string {
  if (!choices) return ''
  if (Array.isArray(choices))
    return (choices as readonly Branch[]).flatMap((branch) => branchLines(branch, 0)).join('\n')
  return Object.entries(choices)
    .map(([value, name]) => lineFor(value, String(name)))
    .join('\n')
}

const lineFor = (value: string, name: string) => (value === name ? name : `${value} = ${name}`)

const branchLines = ({ name, children = [] }: Branch, depth: number): string[] => [
  `${'  '.repeat(depth)}${name}`,
  ...children.flatMap((child) => branchLines(child, depth + 1)),
]

/** Reads lines as values. The value of a branch of a tree is its path: `Hardware::Printer`. */
export function readLines(text: string, isTree: boolean): Choices {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (isTree) return readBranches(lines, 0, '')
  return Object.fromEntries(lines.map(readLine))
}

function readLine(text: string): [string, string] {
  const separator = text.indexOf('=')
  if (separator < 1) return [text.trim(), text.trim()]
  return [text.slice(0, separator).trim(), text.slice(separator + 1).trim()]
}

const depthOf = (line: string): number => Math.floor((line.length - line.trimStart().length) / 2)

/**
 * Reads the branches of a tree.
 * @param parent the value of the branch above; empty for the root.
 */
function readBranches(lines: readonly string[], depth: number, parent: string): Branch[] {
  const starts = lines.flatMap((line, index) => (depthOf(line) <= depth ? [index] : []))
  return starts.map((start, position) => {
    const name = (lines[start] as string).trim()
    const value = parent ? `${parent}::${name}` : name
    const children = readBranches(lines.slice(start + 1, starts[position + 1]), depth + 1, value)
    return { name, value, ...(children.length > 0 && { children }) }
  })
}
