import { sql } from 'kysely'
import type { Resource } from '@deskbell/contract'
import { type Context, may } from '../kernel/context.ts'
import { conditionOf, from } from '../kernel/scope.ts'
import { type Batch, type EventRow, keyOf } from './batch.ts'
import { type Visibility, kinds } from './visibility.ts'

/** Texts that many callers read alike, so that they are written once. */
type Shared = Map<string, string>
const shared = new WeakMap<Batch, Shared>()

/**
 * Each event of a batch as this caller reads it, in JSON, undefined where the caller may not read the record it is
 * about: whoever gets 200 for the record hears of it, nobody else does.
 */
export async function serializeFor(ctx: Context, batch: Batch): Promise<(string | undefined)[]> {
  const visibilityOf = await visibilityIn(ctx, batch)
  const texts: Shared = shared.get(batch) ?? new Map<string, string>()
  shared.set(batch, texts)
  return batch.events.map((event) => {
    const visibility = visibilityOf(event)
    if (visibility === undefined) return undefined
    const { resource } = kinds.get(event.object) as { resource: Resource }
    const slice = ctx.desk.slices[resource.name]
    const visible = slice?.fieldMask?.(ctx)?.(event.o_id)
    // An article may have moved to another ticket since; the one it left may be out of sight.
    const ticket_id = (batch.facts.get(keyOf(event.object, event.o_id))?.['ticket_id'] ?? event.ticket_id) as number
    const told = { ...event, ticket_id }
    // What reads differently from what is stored, such as a masked secret, is not told as it is stored.
    const masked = Object.keys(slice?.columns?.(ctx, resource.path) ?? {})
    if (visible) return textOf(resource, told, { visibility, visible, masked })
    const key = `${event.id}:${visibility}:${masked.join()}`
    const known = texts.get(key)
    if (known !== undefined) return known === '' ? undefined : known
    const text = textOf(resource, told, { visibility, visible, masked })
    texts.set(key, text ?? '')
    return text
  })
}

/** How a caller reads a record. */
interface Reading {
  readonly visibility: Visibility
  /** The only attributes they see, where it is not all. */
  readonly visible: ReadonlySet<string> | undefined
  /** Attributes that read differently from what is stored. */
  readonly masked: readonly string[]
}

/** An event as somebody reads it. */
function textOf(resource: Resource, event: EventRow, { visibility, visible, masked }: Reading): string | undefined {
  const before = Object.entries(event.changes)
  const told = before.filter(([key]) => !resource.fields[key]?.hidden && (!visible || visible.has(key)))
  // That something out of sight was changed is out of sight too.
  if (before.length > 0 && told.length === 0) return undefined
  const open = (key: string) => visibility === 'history' && !masked.includes(key)
  const changes = Object.fromEntries(told.map(([key, change]) => [key, open(key) ? change : {}]))
  const { id, name, object, o_id, ticket_id, created_by_id, created_at } = event
  const by = !visible || visible.has('updated_by_id') ? created_by_id : null
  const collection = resource.path
  return JSON.stringify({ id, name, object, collection, o_id, ticket_id, changes, created_by_id: by, created_at })
}

type VisibilityOf = (event: EventRow) => Visibility

async function visibilityIn(ctx: Context, { events, facts }: Batch): Promise<VisibilityOf> {
  const { actor } = ctx
  const byKind = new Map<string, VisibilityOf>()
  for (const object of new Set(events.map((event) => event.object))) {
    const { resource, rule } = kinds.get(object) ?? {}
    if (!resource || !(resource.can.read?.length === 0 || may(actor, ...(resource.can.read ?? [])))) continue
    if (!rule) byKind.set(object, await throughTheDoor(ctx, resource, events))
    else if (rule.all(actor)) byKind.set(object, () => 'history')
    else {
      byKind.set(object, ({ o_id }) => {
        const known = facts.get(keyOf(object, o_id))
        return known && rule.of(actor, known, facts.get(keyOf('Ticket', known['ticket_id'] as number)))
      })
    }
  }
  return (event) => byKind.get(event.object)?.(event)
}

/** Kinds that few events are about are asked for where all rows are read. */
async function throughTheDoor(ctx: Context, resource: Resource, events: readonly EventRow[]): Promise<VisibilityOf> {
  const visibility: Visibility = ctx.desk.slices[resource.name]?.fieldMask?.(ctx) ? 'record' : 'history'
  if (!ctx.desk.slices[resource.name]) return () => undefined
  if (conditionOf(ctx, resource, 'read', resource.path) === undefined) return () => visibility
  const ids = events.flatMap(({ object, o_id }) => (object === resource.model ? [o_id] : []))
  const rows = await from(ctx, resource, 'read')
    .select(`${resource.path}.id`)
    .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${ids.join()}]`)))
    .execute()
  const seen = new Set(rows.map((row) => row['id'] as number))
  return ({ o_id }) => (seen.has(o_id) ? visibility : undefined)
}
