import { accessLevels, relationOf, type Resource, resources, systemUser } from '@deskbell/contract'
import { keyOf, readBatch } from '../events/batch.ts'
import { kinds } from '../events/visibility.ts'
import { serializeFor } from '../events/serializer.ts'
import type { Actor, Context, Desk } from '../kernel/context.ts'
import { representOne } from '../kernel/crud.ts'
import { lastChange, resourcesFor } from '../resources/object_attribute/effective.ts'

type Record_ = Readonly<Record<string, unknown>>

/** What a call may be made of beside the usual. */
export interface Custom {
  readonly customized_payload: boolean
  readonly custom_payload: string | null
}

/**
 * The body of a call: the event and the record it is about as it is now, in expanded form, its users, group and
 * organization as objects (reference, section 3.17); of a record that is gone, the event alone.
 * @returns undefined when the event is no longer there.
 */
export async function payloadOf(desk: Desk, event_id: number, custom: Custom): Promise<string | undefined> {
  const ctx: Context = { desk, db: desk.database, cache: desk.cache.current(), actor: await senderOf(desk) }
  const batch = await readBatch(desk, event_id - 1, event_id, 1)
  const [event] = batch.events
  const [text] = await serializeFor(ctx, batch)
  if (!event || text === undefined) return undefined
  const kind = kinds.get(event.object)
  const name = kind?.resource.name ?? ''
  const ticket =
    name === 'ticket'
      ? event.o_id
      : (batch.facts.get(keyOf(event.object, event.o_id))?.['ticket_id'] ?? event.ticket_id)
  const content = {
    event: JSON.parse(text) as Record_,
    ...(ticket === null || ticket === undefined
      ? {}
      : { ticket: await nested(ctx, resources.ticket, ticket as number) }),
    ...(kind && name !== 'ticket' ? { [name]: await nested(ctx, kind.resource, event.o_id) } : {}),
  }
  const own = custom.customized_payload && custom.custom_payload ? custom.custom_payload : undefined
  return JSON.stringify(own === undefined ? content : filled(JSON.parse(own), content))
}

/** Whoever sends sees all there is; what a webhook may tell is decided by who may make one. */
async function senderOf(desk: Desk): Promise<Actor> {
  const attributes = await lastChange(desk)
  const actor: Actor = {
    id: systemUser,
    key: 'webhooks',
    login: '-',
    permissions: new Set(['admin', 'ticket.agent', 'chat.agent', 'report', 'knowledge_base']),
    limit: undefined,
    groups: Object.fromEntries(accessLevels.map((level) => [level, []])) as unknown as Actor['groups'],
    readsAllGroups: true,
    organizations: [],
    sharedOrganizations: [],
    resources: {},
    memo: memoIn(desk.memos, `webhooks ${attributes}`),
  }
  return attributes ? { ...actor, resources: await resourcesFor(desk, actor) } : actor
}

function memoIn(memos: Desk['memos'], name: string): Actor['memo'] {
  const memo = memos.get(name) ?? new Map<string, unknown>()
  memos.set(name, memo)
  return memo
}

/** Those that a reference to is written as an object. */
const asObjects = new Set(['user', 'group', 'organization'])

/** A record with what it names as objects, one level deep; null when it is gone. */
async function nested(ctx: Context, resource: Resource, id: number): Promise<Record_ | null> {
  const record = await expanded(ctx, resource, id)
  if (!record) return null
  const objects: Record<string, unknown> = {}
  const known = new Map<string, Promise<Record_ | null>>()
  for (const [column, { to }] of Object.entries(resource.fields)) {
    if (to === undefined || !asObjects.has(to) || !(column in record)) continue
    const key = `${to}:${String(record[column])}`
    const one =
      known.get(key) ??
      (record[column] === null
        ? Promise.resolve(null)
        : expanded(ctx, resources[to as 'user'], record[column] as number))
    known.set(key, one)
    objects[relationOf(column)] = await one
  }
  return { ...record, ...objects }
}

async function expanded(ctx: Context, resource: Resource, id: number): Promise<Record_ | null> {
  const text: unknown = await representOne(ctx, resource, id, { mode: 'expand' })
  return typeof text === 'string' ? (JSON.parse(text) as Record_) : null
}

/** Puts values where a customized payload says `#{ticket.title}`. */
function filled(pattern: unknown, content: Record_): unknown {
  if (typeof pattern === 'string') {
    return pattern.replaceAll(/#\{([\w.]+)\}/g, (_, path: string) => shown(valueAt(content, path)))
  }
  if (Array.isArray(pattern)) return pattern.map((entry) => filled(entry, content))
  if (typeof pattern !== 'object' || pattern === null) return pattern
  return Object.fromEntries(Object.entries(pattern).map(([key, value]) => [key, filled(value, content)]))
}

function valueAt(content: Record_, path: string): unknown {
  let value: unknown = content
  for (const key of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record_)[key] : undefined
  }
  return value
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
