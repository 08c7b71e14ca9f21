import { dateResolver } from '@deskbell/contract'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * The actions of a macro, trigger or job as request bodies, so that they are applied like any other write: `change` is the
 * body of an update, `articles` are the bodies of new articles.
 */
export interface Effect {
  readonly change: Readonly<Record<string, unknown>>
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
  readonly articles: readonly Readonly<Record<string, unknown>>[]
  /** Users to subscribe and to unsubscribe; `all` ends all subscriptions (`not_set` in `perform`). */
  readonly subscribe: readonly number[]
  readonly unsubscribe: readonly (number | 'all')[]
  /**
   * The method for choosing the owner among the agents of the group; undefined if `change` contains the owner, or the
   * owner stays.
   */
  readonly assign?: Assignment
  /** True if the ticket is deleted; the other actions are then skipped. */
  readonly isDeletion: boolean
  /** Notifications to send: the kind is `email` for `notification.email`, and the value is unchanged. */
  readonly notifications: readonly { readonly kind: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** Methods for choosing an owner: in turn, or the agent with the fewest open tickets. */
export const assignments = ['round_robin', 'least_busy'] as const
export type Assignment = (typeof assignments)[number]

type Value = Readonly<Record<string, unknown>>
/** An effect that is still mutable, while it is parsed. */
type MutableEffect = {
  -readonly [K in keyof Effect]: Effect[K] extends readonly (infer T)[] ? T[] : Effect[K]
} & { change: Record<string, unknown> }

/**
 * Parses `perform`, such as `{"ticket.state_id": {"value": "4"}}`.
 * @throws Fault `invalid` that names the invalid part.
 */
export function parseEffect(ctx: Context, perform: unknown): Effect {
  const effect: MutableEffect = {
    change: {},
    addTags: [],
    removeTags: [],
    articles: [],
    subscribe: [],
    unsubscribe: [],
    isDeletion: false,
    notifications: [],
  }
  if (typeof perform !== 'object' || perform === null || Array.isArray(perform))
    throw invalid('perform', 'perform: expected an object.')
  for (const [key, value] of Object.entries(perform)) {
    const path = `perform.${key}`
    if (typeof value !== 'object' || value === null) throw invalid(path, `${path}: expected an object.`)
    addAction(ctx, effect, key, value as Value, path)
  }
  return effect
}

function addAction(ctx: Context, effect: MutableEffect, key: string, value: Value, path: string): void {
  const [object = '', ...rest] = key.split('.')
  const name = rest.join('.')
  if (object === 'notification' && /^[a-z_]+$/.test(name)) effect.notifications.push({ kind: name, value })
  else if (object === 'article' && (name === 'note' || name === 'article'))
    effect.articles.push(readArticle(value, path))
  else if (object === 'ticket' && name === 'tags') addTags(effect, value, path)
  else if (object === 'ticket' && name === 'action') effect.isDeletion = value['value'] === 'delete'
  else if (object === 'ticket' && name === 'unsubscribe' && value['pre_condition'] === 'not_set')
    effect.unsubscribe.push('all')
  else if (object === 'ticket' && (name === 'subscribe' || name === 'unsubscribe'))
    effect[name].push(readUser(ctx, value, path))
  else if (object === 'ticket' && name === 'owner_id' && isAssignment(value['pre_condition']))
    effect.assign = value['pre_condition']
  else if (object === 'ticket') effect.change[name] = readFieldValue(ctx, name, value, path)
  else throw invalid(path, `${path}: there is no such action.`)
}

const isAssignment = (value: unknown): value is Assignment => assignments.some((assignment) => assignment === value)

function readArticle(value: Value, path: string): Value {
  const { body, subject, internal } = value
  if (typeof body !== 'string' || body === '') throw invalid(path, `${path}: body is missing.`)
  return {
    type: 'note',
    content_type: 'text/html',
    body,
    ...(typeof subject === 'string' ? { subject } : {}),
    internal: internal === undefined || internal === true || internal === 'true',
  }
}

function addTags(effect: MutableEffect, { operator, value }: Value, path: string): void {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const names = list.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : []))
  if (names.length === 0) throw invalid(path, `${path}: value names no tag.`)
  if (operator === 'remove') effect.removeTags.push(...names)
  else if (operator === 'add' || operator === undefined) effect.addTags.push(...names)
  else throw invalid(path, `${path}: expected the operator add or remove.`)
}

function readUser({ actor }: Context, { pre_condition, value }: Value, path: string): number {
  if (pre_condition === 'current_user.id') return actor.id
  const id = Number(value)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw invalid(path, `${path}: expected the id of a user as value.`)
}

/** Returns the value to set: that of the action, the id of the caller, nothing, or a time relative to now. */
function readFieldValue(
  ctx: Context,
  name: string,
  { value, pre_condition, operator, range }: Value,
  path: string,
): unknown {
  const { fields } = effective(ctx, declared('ticket'))
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field || field.write !== undefined || field.hidden)
    throw invalid(path, `${path}: there is no such field to set.`)
  if (pre_condition === 'current_user.id') return ctx.actor.id
  // User 1 stands for no owner.
  if (pre_condition === 'not_set') return name === 'owner_id' ? 1 : null
  if (operator !== 'relative') return value
  const unit = ({ minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'M', year: 'y' } as Value)[String(range)]
  const count = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (typeof unit !== 'string' || !/^\d{1,4}$/.test(count))
    throw invalid(path, `${path}: expected a value and a range such as day.`)
  try {
    return dateResolver({ now: ctx.desk.now() })(`now+${count}${unit}`).from
  } catch {
    throw invalid(path, `${path}: there is no such date.`)
  }
}
