import { Fault } from '../../errors/fault.ts'
import { type Actor, type Context, holds } from '../../kernel/context.ts'
import { actorOf } from '../user/actor.ts'

/** The permissions that the token of a request was limited to; absent for callers without such a token. */
export interface Limits {
  readonly permission?: readonly string[]
}

/** Returns the limits of the request of an actor. */
export const limitsOf = ({ limit }: Actor): Limits => (limit ? { permission: [...limit] } : {})

/**
 * Returns the context with the limits of an earlier request in addition to those of the caller's own token.
 * @throws Fault `forbidden` if the user no longer exists.
 */
export async function limitedContext(ctx: Context, { permission }: Limits): Promise<Context> {
  if (permission === undefined) return ctx
  const { desk, cache, actor } = ctx
  // Inactive users are not refused here: `ctx` belongs to a caller who was already accepted.
  const limited = await actorOf(desk, cache, actor.id, intersection(permission, actor.limit), 'even inactive')
  if (!limited) throw new Fault('forbidden')
  return { ...ctx, actor: limited }
}

/** Returns the permissions that both lists grant. */
function intersection(list: readonly string[], limit: ReadonlySet<string> | undefined): readonly string[] {
  if (!limit) return list
  const permissions = new Set(list)
  return [...list.filter((name) => holds(limit, name)), ...[...limit].filter((name) => holds(permissions, name))]
}
