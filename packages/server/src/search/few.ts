import { type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { everything } from '../kernel/scope.ts'
import { and, type Bound, type ColumnLeaf, none, not, or, type Related } from './bound.ts'
import { condition } from './compile.ts'
import type { Select } from './hits.ts'
import { narrow } from './narrow.ts'

/** Up to so many records lead to the hits, each looked at for all else that is asked for. */
export const fewRows = 500

/**
 * Looks up what has an index of its own but not the order of a search: columns such as `close_at`, and what articles
 * are. Where nothing has the value the condition goes away; where little has it, those records lead to the hits. Without
 * that, every record would be read to find the last few of a page, or none.
 */
export async function lead(ctx: Context, resource: Resource, bound: Bound): Promise<Bound> {
  const visit = async (part: Bound, isWanted: boolean): Promise<Bound> => {
    switch (part.kind) {
      case 'and':
      case 'or': {
        const parts: Bound[] = []
        for (const one of part.of) parts.push(await visit(one, isWanted))
        return part.kind === 'and' ? and(parts) : or(parts)
      }
      case 'not':
        return not(await visit(part.of, false))
      case 'column':
        return looked(ctx, resource, part, isWanted)
      case 'related': {
        if (part.by !== undefined) return part
        const of = await narrow(ctx, part.of)
        return of.kind === 'none' ? none : looked(ctx, resource, { ...part, of }, isWanted)
      }
      default:
        return part
    }
  }
  return visit(bound, true)
}

/** Whether a condition names records that are few. */
export const isFew = (part: Bound): boolean =>
  part.kind === 'column' &&
  part.column === 'id' &&
  (part.test.is === 'equal' || (part.test.is === 'among' && part.test.ids.length <= fewRows))

/** Whether a condition has an index that many rows could stand in, in another order than that of a search. */
export function isUnordered(resource: Resource, part: Bound): boolean {
  if (part.kind === 'and' || part.kind === 'or') return part.of.some((one) => isUnordered(resource, one))
  if (part.kind === 'not') return isUnordered(resource, part.of)
  return part.kind === 'column' && !isFew(part) && hasIndex(resource, part)
}

/** Columns with an index of their own (migrations 1, 50 and 65): asked for a value, and asked whether they are set. */
const inIndex: Readonly<Record<string, { readonly values: readonly string[]; readonly set: readonly string[] }>> = {
  ticket: indexedOf(
    (
      'article_count last_contact_at last_contact_customer_at time_unit note type pending_time escalation_at ' +
      'first_response_at first_response_escalation_at first_response_in_min first_response_diff_in_min ' +
      'close_at close_escalation_at close_in_min close_diff_in_min last_close_at last_contact_agent_at ' +
      'update_escalation_at update_in_min update_diff_in_min last_owner_update_at'
    ).split(' '),
    ['organization_id'],
    ['id', 'number'],
  ),
  article: indexedOf(
    [],
    ['to', 'cc', 'subject', 'reply_to', 'message_id', 'in_reply_to', 'origin_by_id'],
    ['id', 'type_id', 'sender_id', 'created_by_id', 'updated_by_id', 'created_at', 'updated_at', 'internal'],
  ),
  attachment: indexedOf([], [], ['id', 'size']),
  mention: indexedOf([], [], ['id', 'user_id']),
}

function indexedOf(both: readonly string[], set: readonly string[], values: readonly string[]) {
  return { values: [...both, ...values], set: [...both, ...set] }
}

/** Whether an index leads to what fulfils a condition. */
function hasIndex(resource: Resource, part: Bound): boolean {
  if (part.kind === 'and') return part.of.some((one) => hasIndex(resource, one))
  if (part.kind === 'or') return part.of.length <= mostAlternatives && part.of.every((one) => hasIndex(resource, one))
  const known = inIndex[resource.name]
  if (known === undefined) return false
  if (part.kind === 'column') return isIn(known, part) && !isOpen(resource.name, part)
  if (part.kind !== 'related') return false
  if (part.by !== undefined)
    return part.ids !== undefined && part.ids.length <= fewRows && known.values.includes(part.by)
  return hasIndex(declared(part.to), part.of)
}

function isIn(known: { values: readonly string[]; set: readonly string[] }, { column, test }: ColumnLeaf): boolean {
  if (test.is === 'set') return known.set.includes(column)
  // Of numbers in texts only those of tickets have an index.
  if (test.is === 'like' || (test.is === 'number' && column !== 'number')) return false
  return known.values.includes(column)
}

/** Of what is internal alone there is an index; the other articles are most of them. */
const isOpen = (name: string, { column, test }: ColumnLeaf): boolean =>
  name === 'article' && column === 'internal' && !(test.is === 'equal' && test.value === true)

const mostAlternatives = 20

async function looked(ctx: Context, resource: Resource, part: ColumnLeaf | Related, isWanted: boolean): Promise<Bound> {
  if (isFew(part)) return part
  const ids = await idsOf(ctx, resource, part)
  if (ids === undefined) return part
  if (ids.length === 0) return none
  // What is not wanted is asked of each hit.
  return isWanted ? and([{ kind: 'column', column: 'id', test: { is: 'among', ids } }, part]) : part
}

/** The ids of the records, whoever may see them; undefined where they are many, or where no index leads to them. */
async function idsOf(ctx: Context, resource: Resource, part: ColumnLeaf | Related): Promise<number[] | undefined> {
  const rows = rowsWith(ctx, resource, part)
  if (!rows) return undefined
  const most = part.kind === 'related' ? fewRows * 4 : fewRows
  const cells = await ctx.db.arrays(rows.limit(most + 1).compile())
  if (cells.length > most) return undefined
  const ids = [...new Set(cells.map(([id]) => id as number))]
  return ids.length > fewRows ? undefined : ids
}

/** The question for the ids of the records with a value, some of them twice; undefined where no index answers it. */
export function rowsWith(ctx: Context, resource: Resource, part: ColumnLeaf | Related): Select | undefined {
  if (part.kind === 'column') {
    if (!hasIndex(resource, part)) return undefined
    const holds = condition(ctx, resource, 'row', everything, part)
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
    return rows.select('row.id as id').where(holds)
  }
  const target = effective(ctx, declared(part.to))
  const relation = part.back === undefined ? resource.many[part.many ?? ''] : { of: part.back }
  if (relation === undefined || !('of' in relation) || !hasIndex(target, part.of)) return undefined
  const holds = condition(ctx, target, 'far', everything, part.of)
  const rows: Select = dynamic(ctx.db).selectFrom(`${target.path} as far`)
  return rows.select(sql.ref(`far.${relation.of}`).as('id')).where(holds)
}
