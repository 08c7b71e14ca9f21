import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import type { Bound } from '../bound.ts'
import { describe } from '../describe.ts'
import { explainPath } from './explain-path.ts'
import { normalise } from './normalise.ts'
import { run } from './run.ts'

/**
 * Explains a search: the tree as the caller may search it, the same after normalising, and the plan of the first page.
 * @param readsByChange true if rows are read in the order of changes, false if one statement reads them.
 */
export async function explainSearch(
  ctx: Context,
  resource: Resource,
  tree: Bound,
  readsByChange: boolean,
): Promise<string[]> {
  const visible = `visible: ${describe(tree)}`
  if (!readsByChange) {
    const normal = await normalise(ctx, resource, tree, 'count')
    return [visible, `normal:  ${describe(normal)}`, 'plan:    one statement; the database chooses its indexes']
  }
  return run(ctx, resource, tree, async ({ task, tree: normal, path, isSorted }) => [
    visible,
    `normal:  ${describe(normal)}`,
    ...(task.floor > 0 ? [`changes: from ${task.floor} to ${task.top - 1}`] : []),
    ...explainPath(path).map((line, at) => `${at === 0 ? 'plan:    ' : '         '}${line}`),
    ...(isSorted ? [] : ['order:   changes are not in the order of time; all hits are sorted (deskbell reindex)']),
  ])
}
