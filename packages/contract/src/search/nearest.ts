/**
 * Returns the `n` candidates most similar to a name, best first, for the suggestion in an error: `costumer` is one swap of
 * letters from `customer`. Case is ignored. A candidate that contains the name, or is contained in it, counts as similar
 * regardless of its length: `mail` suggests `email`. Equally similar candidates keep their order.
 */
export function nearest(name: string, candidates: readonly string[], n = 3): string[] {
  // Field names are short; this bounds the work for a name of thousands of letters.
  const query = name.slice(0, 64).toLowerCase()
  return candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(query, candidate.toLowerCase()) }))
    .toSorted((first, second) => first.distance - second.distance)
    .slice(0, n)
    .map(({ candidate }) => candidate)
}

/**
 * Returns true if a name is probably a misspelling of a candidate: at most a third of its letters differ, or one of them
 * contains the other and is at most twice as long. `nearest` returns candidates however different they are.
 */
export function isMisspellingOf(candidate: string, name: string): boolean {
  const [first, second] = [name.slice(0, 64).toLowerCase(), candidate.toLowerCase()]
  const longer = Math.max(first.length, second.length)
  const isMostOf = isPartOf(first, second) && Math.min(first.length, second.length) * 2 >= longer
  return isMostOf || editDistance(first, second) * 3 <= longer
}

function distanceBetween(first: string, second: string): number {
  const edits = editDistance(first, second)
  // A text that contains the other one counts as one to two edits: the fewer letters it has in addition, the nearer.
  return isPartOf(first, second) ? Math.min(edits, 1 + edits / 100) : edits
}

/** Returns true if one of two texts contains the other. A text of one or two letters is part of too many names to count. */
const isPartOf = (first: string, second: string) =>
  first.length > 2 && second.length > 2 && (first.includes(second) || second.includes(first))

/** Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(first: string, second: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: second.length + 1 }, (_, column) => column)
  for (let row = 1; row <= first.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1]
      const isSwap =
        row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      const replaced = cell(last, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwap ? cell(beforeLast, column - 2) + 1 : replaced
      current.push(Math.min(cell(last, column) + 1, cell(current, column - 1) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
  }
  return cell(last, second.length)
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
