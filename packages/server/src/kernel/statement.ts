import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Cell, Connection } from '../db/dialect.ts'
import { type Context, type Desk, readOptionsOf } from './context.ts'

/** Stands in a statement where a value comes in at each run. */
class Input {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/** Marks the place of the n-th value: `input(0)`, `input(1)`, ... */
export type Place = <T>(index: number) => RawBuilder<T>
const place: Place = <T>(index: number) => sql<T>`${sql.val(new Input(index))}`

/** Runs a compiled statement with the values of its inputs. */
export type Run = (...inputs: readonly unknown[]) => Cell[][] | Promise<Cell[][]>

/** Goes on at once with a value that is there, and later with one that is promised. */
export const after = <T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(use) : use(value)

/** The columns and orders that somebody may ask for are without number; those that are used again are few. */
const most = 200

/**
 * Builds and compiles a query once for an actor, under a name that says everything its text depends on; from then on
 * it only runs. Building costs as much as reading a row, so that hot reads would otherwise be half as fast.
 * @param where a worker for statements that would block the service.
 */
export function statement(
  ctx: Context,
  name: string,
  build: (input: Place) => Compilable,
  where: 'inline' | 'worker' = 'inline',
): Run {
  const query = compiled(ctx.actor.memo, name, build)
  const inWorker = where === 'worker' ? ctx.db.readInWorker : undefined
  return (...inputs) =>
    inWorker ? inWorker(filled(query, inputs), readOptionsOf(ctx)) : ctx.db.arrays(filled(query, inputs))
}

/** The same for a write, which has a text for each set of columns, whoever writes. */
export function written(
  unit: { readonly desk: Desk; readonly db: Connection },
  name: string,
  build: (input: Place) => Compilable,
): Run {
  const query = compiled(unit.desk.statements, name, build)
  return (...inputs) => unit.db.arrays(filled(query, inputs))
}

function compiled(kept: Map<string, unknown>, name: string, build: (input: Place) => Compilable): CompiledQuery {
  const known = kept.get(name) as CompiledQuery | undefined
  if (known) return known
  const query = build(place).compile()
  if (kept.size >= most) kept.clear()
  kept.set(name, query)
  return query
}

const filled = (query: CompiledQuery, inputs: readonly unknown[]): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((p) => (p instanceof Input ? inputs[p.index] : p)),
})
