import { type Access, relationOf, type Resource } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { declared, type WriteContext } from '../kernel/context.ts'
import { type Fault, invalid } from '../errors/fault.ts'
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
  const references = referencesIn(resource, parsed)
  const ids = await readIds(ctx, references)
  for (const [index, { column, name }] of references.entries()) {
    if (ids[index] !== undefined) continue
    throw name === undefined ? invalidParam(column, parsed.values[column]) : unknownName(relationOf(column), name)
  }
  const idsByColumn = Object.fromEntries(references.map(({ column }, index) => [column, ids[index]]))
  const many: Record<string, RelatedId[]> = {}
  for (const [name, related] of Object.entries(parsed.many)) {
    const to = resource.many[name]?.to as string
    many[name] = []
    for (const input of related) many[name].push(await resolveRelated(ctx, to, name, input))
  }
  return { values: { ...parsed.values, ...idsByColumn }, many }
}

/** A reference of a body: by name or by id. */
interface ReferenceInput {
  readonly column: string
  /** The name of the resource. */
  readonly to: string
  readonly name?: string
  readonly id?: number
}

/** Returns the references of a body to one record each, those by name first. */
function referencesIn({ fields }: Resource, { names, values }: ParsedBody): ReferenceInput[] {
  const byName = Object.entries(names).map(([column, name]) => ({ column, to: fields[column]?.to as string, name }))
  const byId = Object.entries(values).flatMap(([column, id]) => {
    const to = fields[column]?.to
    return to === undefined || id === null ? [] : [{ column, to, id: id as number }]
  })
  return [...byName, ...byId]
}

/** Looks up the ids of all references with one statement; undefined for unknown records. */
async function readIds(ctx: WriteContext, references: readonly ReferenceInput[]): Promise<(number | undefined)[]> {
  if (references.length === 0) return []
  const shape = references.map(({ to, name }) => (name === undefined ? `${to} by id` : to))
  const run = writeStatement(ctx, `references:${shape.join()}`, (input) => ({
    compile: () => {
      const ids = references.map(({ to, name }, index) =>
        name === undefined ? selectById(ctx, to, input(index)) : selectByName(ctx, to, input(index)),
      )
      return sql`select ${sql.join(ids)}`.compile(ctx.db.sql)
    },
  }))
  const [row = []] = await run(...references.map(({ to, name, id }) => (name === undefined ? id : normalize(to, name))))
  return references.map((_, index) => (row[index] as number | null | undefined) ?? undefined)
}

async function resolveRelated(
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
  const run = writeStatement(ctx, `exists:${resource}`, (input) => selectById(ctx, resource, input(0)))
  return (await run(id)).length > 0
}

/**
 * Returns the id of a record by its name; of a user by login, then by e-mail address.
 * @param key the key of the name in the body, for the error.
 * @throws Fault `invalid` if there is none.
 */
export async function idByName(ctx: WriteContext, resource: string, name: string, key: string): Promise<number> {
  const id = await findIdByName(ctx, resource, name)
  if (id === undefined) throw unknownName(key, name)
  return id
}

const unknownName = (key: string, name: string): Fault =>
  invalid(key, `No lookup value found for '${key}': ${JSON.stringify(name)}`)

/** Returns the id of a record by its name, as `idByName` does, but undefined if there is none. */
export async function findIdByName(ctx: WriteContext, resource: string, name: string): Promise<number | undefined> {
  const run = writeStatement(ctx, `named:${resource}`, (input) => selectByName(ctx, resource, input(0)))
  return (await run(normalize(resource, name)))[0]?.[0] as number | undefined
}

/** Logins and addresses of users are stored in lower case. */
const normalize = (resource: string, name: string): string => (resource === 'user' ? name.trim().toLowerCase() : name)

const selectById = ({ db }: WriteContext, resource: string, id: RawBuilder<number>) =>
  dynamic(db).selectFrom(declared(resource).path).select('id').where('id', '=', id)

function selectByName({ db }: WriteContext, resource: string, name: RawBuilder<string>) {
  const { path, label } = declared(resource)
  const first = dynamic(db).selectFrom(path).select('id').limit(sql.lit(1))
  if (label === null) return first.where(sql<boolean>`1 = 0`)
  if (resource !== 'user') return first.where(sql.ref(label), '=', name)
  // The condition on `email` repeats that of the partial index literally, so that the index is used.
  return first
    .where((eb) => eb.or([eb('login', '=', name), sql<boolean>`email <> '' and email = ${name}`]))
    .orderBy(sql<number>`case when login = ${name} then 0 else 1 end`)
}
