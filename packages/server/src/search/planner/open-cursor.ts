import {
  type Cursor,
  filteredCursor,
  listCursor,
  matcher,
  mergedCursor,
  newestCursor,
  referenceCursor,
} from './cursors.ts'
import { wordCount } from './index-query.ts'
import type { AccessPath } from './plan.ts'
import type { Task } from './task.ts'
import { indexMatcher, wordsCursor } from './words-cursor.ts'

/** Opens the cursor of an access path. */
export function openCursor(task: Task, path: AccessPath): Cursor {
  switch (path.kind) {
    case 'list':
      return listCursor(task, path.changes)
    case 'index': {
      const [only, another] = path.ranges
      if (only && !another) return referenceCursor(task, only)
      return mergedCursor(path.ranges.map((ids) => referenceCursor(task, ids)))
    }
    case 'newest':
      return newestCursor(task, path.column, path.ids, path.covered ?? [])
    case 'words':
      return wordsCursor(task, path.match)
    case 'scan':
      return referenceCursor(task)
    case 'filter':
      return filteredCursor(task, openCursor(task, path.of), matcher(task, path.tree))
    case 'index filter':
      return filteredCursor(task, openCursor(task, path.of), indexMatcher(task, path), wordCount(path.match))
    case 'merge':
      return mergedCursor(path.of.map((one) => openCursor(task, one)))
  }
}
