import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import type { Context } from './context.ts'

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

/** The columns and orders that somebody may ask for are without number; those that are used again are few. */
const most = 200

/**
 * Builds and compiles a query once for an actor, under a name that says everything its text depends on; from then on
 * it only runs. Building costs as much as reading a row, so that hot reads would otherwise be half as fast.
 */
export function statement(ctx: Context, name: string, build: (input: Place) => Compilable): Run {
  const kept = ctx.actor.memo.get(name) as Run | undefined
  if (kept) return kept
  const query = build(place).compile()
  const run: Run = (...inputs) =>
    ctx.desk.database.arrays({
      ...query,
      parameters: query.parameters.map((p) => (p instanceof Input ? inputs[p.index] : p)),
    })
  if (ctx.actor.memo.size >= most) ctx.actor.memo.clear()
  ctx.actor.memo.set(name, run)
  return run
}
