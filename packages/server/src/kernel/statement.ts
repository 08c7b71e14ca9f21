import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Cell, Connection, Dialect } from '../db/dialect.ts'
import { request } from '../db/request.ts'
import { type Context, readOptionsOf } from './context.ts'

/** Placeholder in a compiled statement for a value that each run supplies. */
class Input {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/** Creates the placeholder for the n-th value: `input(0)`, `input(1)`, ... */
export type Placeholder = <T>(index: number) => RawBuilder<T>
const placeholder: Placeholder = <T>(index: number) => sql<T>`${sql.val(new Input(index))}`

/** Runs a compiled statement with the values of its inputs. */
export type RunStatement = (...inputs: readonly unknown[]) => Cell[][] | Promise<Cell[][]>

/**
 * Applies `use` to a value: synchronously if it is not a promise, which saves a turn of the event loop on hot paths.
 */
export const andThen = <T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(use) : use(value)

/** Maximum number of statements per cache, because clients may combine columns and orders without limit. */
export const MAX_STATEMENTS = 400

/**
 * Builds and compiles a query once for each set of rights. Building a query takes as long as reading a row, so frequent
 * reads would otherwise take twice as long.
 * @param name identifies the text of the query for these rights: it includes everything that `build` depends on.
 * @param where `worker` for statements that would block the service.
 */
export function statement(
  ctx: Context,
  name: string,
  build: (input: Placeholder) => Compilable,
  where: 'inline' | 'worker' = 'inline',
): RunStatement {
  const query = compileOnce(ctx.actor.memo, name, build)
  const inWorker = where === 'worker' ? ctx.db.readInWorker : undefined
  return (...inputs) =>
    inWorker ? inWorker(fillInputs(query, inputs), readOptionsOf(ctx)) : ctx.db.arrays(fillInputs(query, inputs))
}

/** Compiled statements that are the same for all callers, by dialect. */
const compiledForAll = new Map<Dialect, Map<string, unknown>>()

function compileForAll({ dialect }: Connection, name: string, build: (input: Placeholder) => Compilable) {
  const compiled = compiledForAll.get(dialect) ?? new Map<string, unknown>()
  compiledForAll.set(dialect, compiled)
  return compileOnce(compiled, name, build)
}

/** Builds and compiles a query once for all callers, for statements of a write. @param name as for `statement`. */
export function writeStatement(
  { db }: WithConnection,
  name: string,
  build: (input: Placeholder) => Compilable,
): RunStatement {
  const query = compileForAll(db, name, build)
  return (...inputs) => db.arrays(fillInputs(query, inputs))
}

/** A unit of work, or another object with the connection in which statements run. */
interface WithConnection {
  readonly db: Connection
}

/**
 * Runs a query that is compiled as by `writeStatement`. With a database server, nothing waits for its rows: see `request`.
 */
export const requestWrite = (
  { db }: WithConnection,
  name: string,
  build: (input: Placeholder) => Compilable,
  ...inputs: readonly unknown[]
) => request(db, fillInputs(compileForAll(db, name, build), inputs))

/** Runs a query that is compiled as by `writeStatement`, and returns its rows as objects. */
export async function runCompiled<R>(
  { db }: WithConnection,
  name: string,
  build: (input: Placeholder) => Compilable,
  ...inputs: readonly unknown[]
): Promise<R[]> {
  const query = compileForAll(db, name, build)
  const { rows } = await db.sql.executeQuery<R>(fillInputs(query, inputs))
  return rows
}

function compileOnce(
  compiled: Map<string, unknown>,
  name: string,
  build: (input: Placeholder) => Compilable,
): CompiledQuery {
  const cached = compiled.get(name) as CompiledQuery | undefined
  if (cached) return cached
  const query = build(placeholder).compile()
  if (compiled.size >= MAX_STATEMENTS) compiled.clear()
  compiled.set(name, query)
  return query
}

const fillInputs = (query: CompiledQuery, inputs: readonly unknown[]): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((parameter) => (parameter instanceof Input ? inputs[parameter.index] : parameter)),
})
