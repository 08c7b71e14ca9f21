import { type Cursor, filtered, listed, merged, newestOf, referring, scan } from './cursors.ts'
import type { AccessPath } from './plan.ts'
import type { Task } from './task.ts'
import { filteredByIndex, words } from './words-cursor.ts'

/** Opens the cursor of an access path. */
export function open(task: Task, path: AccessPath): Cursor {
  switch (path.kind) {
    case 'list':
      return listed(task, path.changes)
    case 'index': {
      const [only, another] = path.ranges
      if (only && !another) return referring(task, only)
      return merged(path.ranges.map((ids) => referring(task, ids)))
    }
    case 'newest':
      return newestOf(task, path.column, path.ids)
    case 'words':
      return words(task, path.match)
    case 'scan':
      return scan(task)
    case 'filter':
      return filtered(task, open(task, path.of), path.tree)
    case 'index filter':
      return filteredByIndex(task, open(task, path.of), path.match, path.tree, path.keeps)
    case 'merge':
      return merged(path.of.map((one) => open(task, one)))
  }
}
