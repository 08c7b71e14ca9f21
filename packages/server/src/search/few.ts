import { type Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { everything, readsAsStored } from '../kernel/scope.ts'
import { all, and, type Bound, type ColumnLeaf, none, not, or, type Related } from './bound.ts'
import { condition } from './compile.ts'
import type { Select } from './select.ts'
import { narrow } from './narrow.ts'

/** The largest number of candidate records from which a search starts. */
export const fewRows = 500

/**
 * Looks up conditions whose index is not in the order of a search, such as `close_at` or the properties of articles. If no
 * record matches, the condition is dropped; if few match, the search starts from those records. Otherwise every record
 * would be read to find the last few hits of a page, or none.
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
      case 'not': {
        const parts: Bound[] = []
        for (const one of part.of.kind === 'or' ? part.of.of : [part.of]) parts.push(await without(one))
        return and(parts)
      }
      case 'column':
        return isAlwaysSet(resource, part) ? all : looked(ctx, resource, part, isWanted)
      case 'related': {
        if (part.by !== undefined) return part
        const of = await narrow(ctx, part.of)
        return of.kind === 'none' ? none : looked(ctx, resource, { ...part, of }, isWanted)
      }
      default:
        return part
    }
  }
  const without = async (part: Bound): Promise<Bound> => {
    const rest = await restOf(ctx, resource, part)
    return rest ?? not(await visit(part, false))
  }
  return visit(bound, true)
}

/** The complement of a condition, if it is found faster than by examining each record; undefined otherwise. */
async function restOf(ctx: Context, resource: Resource, part: Bound): Promise<Bound | undefined> {
  if (part.kind === 'related') return part.ids && ofOthers(ctx, part)
  if (part.kind !== 'column') return undefined
  const { column, test } = part
  if (isAlwaysSet(resource, part)) return none
  if (test.is === 'between' && timesAlwaysSet.includes(column)) {
    // The complement of a range is the range before it and the range after it.
    const sides = [
      ...(test.from ? [{ to: { ...test.from, inclusive: !test.from.inclusive } }] : []),
      ...(test.to ? [{ from: { ...test.to, inclusive: !test.to.inclusive } }] : []),
    ]
    return or(sides.map((side) => ({ kind: 'column', column, test: { is: 'between', ...side } })))
  }
  const rows = rowsWithout(ctx, resource, part)
  const ids = rows && (await fewOf(ctx, rows, fewRows))
  if (ids === undefined) return undefined
  return ids.length === 0 ? none : and([{ kind: 'column', column: 'id', test: { is: 'among', ids } }, not(part)])
}

const timesAlwaysSet: readonly string[] = ['created_at', 'updated_at']

/** Whether every record has a value in a field. */
function isAlwaysSet({ name, fields }: Resource, { column, test }: ColumnLeaf): boolean {
  const field = fields[column]
  if (name !== 'ticket' || test.is !== 'set' || field === undefined || field.custom) return false
  return !field.null && field.kind !== 'text'
}

/**
 * Negated references to states and the like are replaced by the other ids, because there are few, each with its own index
 * range.
 */
async function ofOthers(ctx: Context, part: Related): Promise<Bound | undefined> {
  if (!ofFewKinds.includes(part.by ?? '')) return undefined
  const rows = dynamic(ctx.db).selectFrom(declared(part.to).path).select('id').orderBy('id')
  const cells = await ctx.db.arrays(rows.limit(mostKinds + 1).compile())
  if (cells.length > mostKinds) return undefined
  const others = cells.map(([id]) => id as number).filter((id) => !part.ids?.includes(id))
  return others.length === 0 ? none : { ...part, of: all, ids: others }
}

const ofFewKinds: readonly string[] = ['state_id', 'priority_id', 'group_id']
const mostKinds = 24

/** Columns whose index contains every record, also those without a value. */
const wholeIndex = [
  'article_count',
  'last_contact_at',
  'last_contact_customer_at',
  'organization_id',
  'owner_id',
  'number',
  'title',
]
/** Columns with an index of the records without a value. */
const emptyIndex = ['create_article_type_id', 'create_article_sender_id']

/** The query for the ids of the records without a value; undefined if no index supports it. */
function rowsWithout(ctx: Context, resource: Resource, { column, test }: ColumnLeaf): Select | undefined {
  if (resource.name !== 'ticket' || !readsAsStored(ctx, resource, column)) return undefined
  const ref = sql.ref(`row.${column}`)
  const isText = resource.fields[column]?.kind === 'text'
  const isNull = resource.fields[column]?.null ? [sql<SqlBool>`${ref} is null`] : []
  const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
  const where = (some: readonly RawBuilder<SqlBool>[]) =>
    some.length === 0 ? undefined : rows.select('row.id as id').where(sql<SqlBool>`(${sql.join(some, sql` or `)})`)
  if (test.is === 'set') {
    if (![...wholeIndex, ...emptyIndex].includes(column)) return undefined
    return where(isText ? [...isNull, sql<SqlBool>`${ref} = ''`] : isNull)
  }
  if (!wholeIndex.includes(column) || isText) return undefined
  if (test.is === 'equal') return where([...isNull, sql`${ref} < ${test.value}`, sql`${ref} > ${test.value}`])
  if (test.is !== 'between') return undefined
  const { from, to } = test
  return where([
    ...isNull,
    ...(from ? [from.inclusive ? sql<SqlBool>`${ref} < ${from.value}` : sql<SqlBool>`${ref} <= ${from.value}`] : []),
    ...(to ? [to.inclusive ? sql<SqlBool>`${ref} > ${to.value}` : sql<SqlBool>`${ref} >= ${to.value}`] : []),
  ])
}

/** Whether a condition is a list of few ids. */
export const isFew = (part: Bound): boolean =>
  part.kind === 'column' &&
  part.column === 'id' &&
  (part.test.is === 'equal' || (part.test.is === 'among' && part.test.ids.length <= fewRows))

/** Whether a condition has an index that may find many rows, in another order than that of a search. */
export function isUnordered(resource: Resource, part: Bound): boolean {
  if (part.kind === 'and' || part.kind === 'or') return part.of.some((one) => isUnordered(resource, one))
  if (part.kind === 'not') return isUnordered(resource, part.of)
  return part.kind === 'column' && !isFew(part) && hasIndex(resource, part)
}

/** Columns with an index: of their values, or of whether they are set. */
const inIndex: Readonly<Record<string, { readonly values: readonly string[]; readonly set: readonly string[] }>> = {
  ticket: indexedOf(
    (
      'article_count last_contact_at last_contact_customer_at time_unit note type pending_time escalation_at waiting_since ' +
      'first_response_at first_response_escalation_at first_response_in_min first_response_diff_in_min ' +
      'close_at close_escalation_at close_in_min close_diff_in_min last_close_at last_contact_agent_at ' +
      'update_escalation_at update_in_min update_diff_in_min last_owner_update_at checklist_id'
    ).split(' '),
    ['organization_id'],
    ['id', 'number', 'title'],
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

/** Whether an index finds the records that match a condition. */
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
  if (test.is === 'set' || isPattern(test)) return known.set.includes(column)
  // Only ticket numbers have an index of numbers in texts.
  if (test.is === 'like' || (test.is === 'number' && column !== 'number')) return false
  return known.values.includes(column)
}

/** Whether a pattern matches only non-empty texts. */
const isPattern = (test: ColumnLeaf['test']): boolean => test.is === 'like' && /[^%]/.test(test.pattern)

/**
 * A weaker condition that an index supports: no index finds the matches of a pattern, but one finds the records in which
 * the column is set.
 */
function weakened(part: Bound): Bound {
  if (part.kind === 'and') return and(part.of.map(weakened))
  if (part.kind === 'or') return or(part.of.map(weakened))
  return part.kind === 'column' && isPattern(part.test) ? { ...part, test: { is: 'set' } } : part
}

/** Only internal articles have an index; the other articles are the majority. */
const isOpen = (name: string, { column, test }: ColumnLeaf): boolean =>
  name === 'article' && column === 'internal' && !(test.is === 'equal' && test.value === true)

const mostAlternatives = 20

async function looked(ctx: Context, resource: Resource, part: ColumnLeaf | Related, isWanted: boolean): Promise<Bound> {
  if (isFew(part)) return part
  const ids = await idsOf(ctx, resource, part)
  if (ids === undefined) return part
  if (ids.length === 0) return none
  // An exclusion is evaluated on each hit.
  return isWanted ? and([{ kind: 'column', column: 'id', test: { is: 'among', ids } }, part]) : part
}

/** The ids of matching records, without regard to permissions; undefined if there are many, or no index finds them. */
async function idsOf(ctx: Context, resource: Resource, part: ColumnLeaf | Related): Promise<number[] | undefined> {
  const rows = rowsWith(ctx, resource, part)
  if (!rows) return undefined
  return fewOf(ctx, rows, part.kind === 'related' ? fewRows * 4 : fewRows)
}

/** The distinct ids of rows; undefined if there are many. */
async function fewOf(ctx: Context, rows: Select, most: number): Promise<number[] | undefined> {
  const cells = await ctx.db.arrays(rows.limit(most + 1).compile())
  if (cells.length > most) return undefined
  const ids = [...new Set(cells.map(([id]) => id as number))]
  return ids.length > fewRows ? undefined : ids
}

/**
 * The query for the ids of the records with a value, or with any value if the condition is a pattern. Ids may repeat.
 * Undefined if no index supports it.
 */
export function rowsWith(ctx: Context, resource: Resource, part: ColumnLeaf | Related): Select | undefined {
  if (part.kind === 'column') {
    if (!hasIndex(resource, part) || !readsAsStored(ctx, resource, part.column)) return undefined
    const holds = condition(ctx, resource, 'row', everything, weakened(part))
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
    return rows.select('row.id as id').where(holds)
  }
  const target = effective(ctx, declared(part.to))
  const relation = part.back === undefined ? resource.many[part.many ?? ''] : { of: part.back }
  if (relation === undefined || !('of' in relation) || !hasIndex(target, part.of)) return undefined
  const holds = condition(ctx, target, 'far', everything, weakened(part.of))
  const rows: Select = dynamic(ctx.db).selectFrom(`${target.path} as far`)
  return rows.select(sql.ref(`far.${relation.of}`).as('id')).where(holds)
}
