import { type Context, declared } from '../kernel/context.ts'
import { and, type Bound, none, not, or, type Related } from './bound.ts'
import { rowsAt } from './compile.ts'

/** Up to so many ids at the other end of a reference, each gets a way of its own through an index. */
export const fewIds = 8

/**
 * Looks up the other ends of references. Where nothing is found the condition goes away, which is the usual case for
 * a word that might have been a name; where little is found, the ids take its place, and an index leads to the rows
 * in their order. The same question about customer and owner is asked once.
 */
export async function narrow(ctx: Context, bound: Bound): Promise<Bound> {
  const asked = new Map<string, Promise<readonly number[] | undefined>>()

  async function idsAt(related: Related): Promise<readonly number[] | undefined> {
    const key = `${related.to}:${JSON.stringify(related.of)}`
    const known = asked.get(key) ?? read(related)
    asked.set(key, known)
    return known
  }

  async function read({ to, of }: Related): Promise<readonly number[] | undefined> {
    const query = rowsAt(ctx, declared(to), of).limit(fewIds + 1)
    const cells = await ctx.db.arrays(query.compile())
    return cells.length > fewIds ? undefined : cells.map(([id]) => id as number)
  }

  async function visit(part: Bound): Promise<Bound> {
    switch (part.kind) {
      case 'and':
        return and(await Promise.all(part.of.map(visit)))
      case 'or':
        return or(await Promise.all(part.of.map(visit)))
      case 'not':
        return not(await visit(part.of))
      case 'related': {
        if (part.by === undefined || part.ids) return part
        const ids = await idsAt(part)
        if (ids?.length === 0) return none
        return ids ? { ...part, ids } : part
      }
      default:
        return part
    }
  }

  return visit(bound)
}
