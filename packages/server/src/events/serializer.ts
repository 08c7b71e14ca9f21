import { sql } from 'kysely'
import type { Resource } from '@deskbell/contract'
import { type Context, effective, may } from '../kernel/context.ts'
import { conditionOf, from } from '../kernel/scope.ts'
import { type Batch, type EventRow, recordKey } from './batch.ts'
import { eventKinds, type Visibility } from './visibility.ts'

/** Serialized events of a batch, which callers with the same rights share. An invisible event is an empty text. */
type SharedTexts = Map<string, string>
const sharedTexts = new WeakMap<Batch, SharedTexts>()

/**
 * Serializes the events of a batch as JSON for one caller. The result is undefined for an event whose record the caller may
 * not read, that is, if `GET` of the record would not return 200, and for one whose changes are all hidden from the caller.
 */
export async function serializeFor(ctx: Context, batch: Batch): Promise<(string | undefined)[]> {
  const visibilityOf = await visibilityIn(ctx, batch)
  const texts: SharedTexts = sharedTexts.get(batch) ?? new Map<string, string>()
  sharedTexts.set(batch, texts)
  return batch.events.map((event) => {
    const visibility = visibilityOf(event)
    if (visibility === undefined) return undefined
    const { resource } = eventKinds.get(event.object) as { resource: Resource }
    const slice = ctx.desk.slices[resource.name]
    const visibleKeys = slice?.fieldMask?.(ctx)?.(event.o_id)
    // The article may have moved to another ticket since the event, and the caller must not learn of the former one.
    const ticket_id = (batch.access.get(recordKey(event.object, event.o_id))?.['ticket_id'] ??
      event.ticket_id) as number
    const current = { ...event, ticket_id }
    const nameOnly = Object.keys(slice?.columns?.(ctx, resource.path) ?? {})
    const hidden = hiddenIn(effective(ctx, resource), event, visibility)
    if (visibleKeys) return serialize(resource, current, { visibility, visibleKeys, nameOnly, hidden })
    const key = `${event.id}:${visibility}:${nameOnly.join()}:${hidden.join()}`
    const shared = texts.get(key)
    if (shared !== undefined) return shared === '' ? undefined : shared
    const text = serialize(resource, current, { visibility, visibleKeys, nameOnly, hidden })
    texts.set(key, text ?? '')
    return text
  })
}

/** The part of an event that a caller may see. */
interface Shape {
  readonly visibility: Visibility
  /** The visible attributes; undefined if all are visible. */
  readonly visibleKeys: ReadonlySet<string> | undefined
  /** Attributes of which only the names are shown, such as secrets, because responses do not contain their stored values. */
  readonly nameOnly: readonly string[]
  /** Changed attributes of which the caller must not even learn the names. */
  readonly hidden: readonly string[]
}

/** Returns the changed attributes to hide from the caller, such as custom fields that customers do not see. */
function hiddenIn({ fields }: Resource, { changes }: EventRow, visibility: Visibility): string[] {
  return Object.keys(changes).filter((key) => {
    const field = fields[key]
    return field?.hidden === true || (field?.custom?.staffOnly === true && visibility === 'record')
  })
}

function serialize(resource: Resource, event: EventRow, shape: Shape): string | undefined {
  const { visibility, visibleKeys, nameOnly, hidden } = shape
  const entries = Object.entries(event.changes)
  const visible = entries.filter(([key]) => !hidden.includes(key) && (!visibleKeys || visibleKeys.has(key)))
  // An event without a visible change would reveal that a hidden attribute changed.
  if (entries.length > 0 && visible.length === 0) return undefined
  const showsValues = (key: string) => visibility === 'history' && !nameOnly.includes(key)
  const changes = Object.fromEntries(visible.map(([key, change]) => [key, showsValues(key) ? change : {}]))
  const { id, name, object, o_id, ticket_id, created_by_id, created_at } = event
  const by = !visibleKeys || visibleKeys.has('updated_by_id') ? created_by_id : null
  const collection = resource.path
  return JSON.stringify({ id, name, object, collection, o_id, ticket_id, changes, created_by_id: by, created_at })
}

type VisibilityOf = (event: EventRow) => Visibility

async function visibilityIn(ctx: Context, { events, access }: Batch): Promise<VisibilityOf> {
  const { actor } = ctx
  const byKind = new Map<string, VisibilityOf>()
  for (const object of new Set(events.map((event) => event.object))) {
    const { resource, rule } = eventKinds.get(object) ?? {}
    // An empty list of permissions stands for every caller.
    if (!resource || !(resource.can.read?.length === 0 || may(actor, ...(resource.can.read ?? [])))) continue
    if (!rule) byKind.set(object, await visibilityByQuery(ctx, resource, events))
    else if (rule.seesAll(actor)) byKind.set(object, () => 'history')
    else {
      byKind.set(object, ({ o_id }) => {
        const record = access.get(recordKey(object, o_id))
        return (
          record && rule.visibilityOf(actor, record, access.get(recordKey('Ticket', record['ticket_id'] as number)))
        )
      })
    }
  }
  return (event) => byKind.get(event.object)?.(event)
}

/** Determines the readable records with a query, for kinds without a visibility rule, which have few events. */
async function visibilityByQuery(ctx: Context, resource: Resource, events: readonly EventRow[]): Promise<VisibilityOf> {
  const visibility: Visibility = ctx.desk.slices[resource.name]?.fieldMask?.(ctx) ? 'record' : 'history'
  if (!ctx.desk.slices[resource.name]) return () => undefined
  if (conditionOf(ctx, resource, 'read', resource.path) === undefined) return () => visibility
  const ids = events.flatMap(({ object, o_id }) => (object === resource.model ? [o_id] : []))
  const rows = await from(ctx, resource, 'read')
    .select(`${resource.path}.id`)
    .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${ids.join()}]`)))
    .execute()
  const readable = new Set(rows.map((row) => row['id'] as number))
  return ({ o_id }) => (readable.has(o_id) ? visibility : undefined)
}
