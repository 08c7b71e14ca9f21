import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns true if a file exists, and no source is newer. @param sources patterns of files, relative to `cwd`. */
export function isFresh(result: string, sources: readonly string[], cwd: string): boolean {
  const made = statSync(result, { throwIfNoEntry: false })
  return (
    made !== undefined && globSync(sources, { cwd }).every((file) => statSync(join(cwd, file)).mtimeMs <= made.mtimeMs)
  )
}
