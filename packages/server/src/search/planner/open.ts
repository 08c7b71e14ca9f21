import { type Cursor, filtered, listed, matcher, merged, newestOf, referring } from './cursors.ts'
import type { AccessPath } from './plan.ts'
import type { Task } from './task.ts'
import { indexMatcher, wordsCursor } from './words-cursor.ts'

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
      return wordsCursor(task, path.match)
    case 'scan':
      return referring(task)
    case 'filter':
      return filtered(task, open(task, path.of), matcher(task, path.tree))
    case 'index filter':
      return filtered(task, open(task, path.of), indexMatcher(task, path))
    case 'merge':
      return merged(path.of.map((one) => open(task, one)))
  }
}
