import { type Access, relationOf, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { inParallel } from '../db/in-parallel.ts'
import { declared, type WriteContext } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { writeStatement } from '../kernel/statement.ts'
import type { ParsedBody, RelatedInput } from './input.ts'
import { invalidParam } from './values.ts'

/** An existing record to link by a to-many relation, with levels of access if the relation has them. */
export interface RelatedId {
  readonly id: number
  readonly access?: readonly Access[]
}

/** The input with ids instead of names. */
export interface ResolvedBody {
  readonly values: Record<string, unknown>
  readonly many: Readonly<Record<string, readonly RelatedId[]>>
}

/** Looks up names and checks that every id exists. @throws Fault `invalid` with the messages that clients rely on. */
export async function lookUp(ctx: WriteContext, resource: Resource, parsed: ParsedBody): Promise<ResolvedBody> {
  const named = Object.entries(parsed.names).map(async ([column, name]) => {
    const to = resource.fields[column]?.to as string
    return [column, await idByName(ctx, to, name, relationOf(column))] as const
  })
  const checked = Object.entries(parsed.values).map(async ([column, value]) => {
    const to = resource.fields[column]?.to
    if (to !== undefined && value !== null && !(await exists(ctx, to, value as number))) {
      throw invalidParam(column, value)
    }
  })
  const [found] = await inParallel([inParallel(named), inParallel(checked)])
  const values = { ...parsed.values, ...Object.fromEntries(found) }
  const many: Record<string, RelatedId[]> = {}
  for (const [name, all] of Object.entries(parsed.many)) {
    const to = resource.many[name]?.to as string
    many[name] = []
    for (const one of all) many[name].push(await relatedId(ctx, to, name, one))
  }
  return { values, many }
}

async function relatedId(
  ctx: WriteContext,
  to: string,
  relation: string,
  { idOrName, access }: RelatedInput,
): Promise<RelatedId> {
  const levels = access ? { access } : {}
  if (typeof idOrName === 'string') return { id: await idByName(ctx, to, idOrName, relation), ...levels }
  if (!(await exists(ctx, to, idOrName))) throw invalidParam(relation, idOrName)
  return { id: idOrName, ...levels }
}

/** Returns true if a record with this id exists. */
export async function exists(ctx: WriteContext, resource: string, id: number): Promise<boolean> {
  const run = writeStatement(ctx, `exists:${resource}`, (input) =>
    dynamic(ctx.db).selectFrom(declared(resource).path).select('id').where('id', '=', input<number>(0)),
  )
  return (await run(id)).length > 0
}

/**
 * Returns the id of a record by its name; of a user by login, then by e-mail address.
 * @param key the key of the name in the body, for the error.
 * @throws Fault `invalid` if there is none.
 */
export async function idByName(ctx: WriteContext, resource: string, name: string, key: string): Promise<number> {
  const id = await findIdByName(ctx, resource, name)
  if (id === undefined) throw invalid(key, `No lookup value found for '${key}': ${JSON.stringify(name)}`)
  return id
}

/** Returns the id of a record by its name, as `idByName` does, but undefined if there is none. */
export async function findIdByName(ctx: WriteContext, resource: string, name: string): Promise<number | undefined> {
  const { path, label } = declared(resource)
  if (label === null) return undefined
  const normalized = resource === 'user' ? name.trim().toLowerCase() : name
  const run = writeStatement(ctx, `named:${resource}`, (input) => {
    const all = dynamic(ctx.db).selectFrom(path).select('id')
    if (resource !== 'user') return all.where(sql.ref(label), '=', input<string>(0))
    const login = sql<number>`case when login = ${input(1)} then 0 else 1 end`
    // The condition on `email` repeats that of the partial index literally, so that the index is used.
    return all
      .where((eb) => eb.or([eb('login', '=', input<string>(0)), sql<boolean>`email <> '' and email = ${input(2)}`]))
      .orderBy(login)
      .limit(1)
  })
  const rows = resource === 'user' ? await run(normalized, normalized, normalized) : await run(normalized)
  return rows[0]?.[0] as number | undefined
}
