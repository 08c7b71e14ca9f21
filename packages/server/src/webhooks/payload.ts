import { accessLevels, relationOf, type Resource, resources, systemUser } from '@deskbell/contract'
import { recordKey, readBatch } from '../events/batch.ts'
import { eventKinds } from '../events/visibility.ts'
import { serializeFor } from '../events/serializer.ts'
import type { Actor, Context, Desk } from '../kernel/context.ts'
import { representOne } from '../kernel/read-records.ts'
import { fillIn } from '../templates/placeholders.ts'
import { attributesVersion, resourcesFor } from '../resources/object_attribute/effective.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The columns of a webhook that replace the default body. */
export interface CustomPayload {
  readonly customized_payload: boolean
  readonly custom_payload: string | null
}

/** The subject of a delivery: an event, or the ticket and the article that a rule sends. */
export interface DeliverySubject {
  readonly event_id: number
  readonly ticket_id: number | null
  readonly article_id: number | null
}

/**
 * Creates the body of a webhook call: the records in their current state, expanded, with users, group and organization as
 * objects. A deleted record is null.
 * @returns undefined if the event, or the ticket that a rule sends, has been deleted.
 */
export async function payloadOf(
  desk: Desk,
  subject: DeliverySubject,
  custom: CustomPayload,
): Promise<string | undefined> {
  const ctx: Context = { desk, db: desk.database, cache: await desk.cache.current(), actor: await unlimitedActor(desk) }
  const content = await (subject.ticket_id === null
    ? eventPayload(ctx, subject.event_id)
    : ticketPayload(ctx, subject.ticket_id, subject.article_id))
  if (content === undefined) return undefined
  const template = custom.customized_payload && custom.custom_payload ? custom.custom_payload : undefined
  return JSON.stringify(template === undefined ? content : await fillTemplate(JSON.parse(template), content))
}

/** Returns the event, its record, and the ticket of the record. */
async function eventPayload(ctx: Context, event_id: number): Promise<JsonObject | undefined> {
  const batch = await readBatch(ctx.desk, event_id - 1, event_id, 1)
  const [event] = batch.events
  const [text] = await serializeFor(ctx, batch)
  if (!event || text === undefined) return undefined
  const kind = eventKinds.get(event.object)
  const name = kind?.resource.name ?? ''
  const ticket =
    name === 'ticket'
      ? event.o_id
      : (batch.access.get(recordKey(event.object, event.o_id))?.['ticket_id'] ?? event.ticket_id)
  return {
    event: JSON.parse(text) as JsonObject,
    ...(ticket === null || ticket === undefined
      ? {}
      : { ticket: await recordWithReferences(ctx, resources.ticket, ticket as number) }),
    ...(kind && name !== 'ticket' ? { [name]: await recordWithReferences(ctx, kind.resource, event.o_id) } : {}),
  }
}

/** Returns the ticket and the article that a rule sends, in the form that existing receivers expect. */
async function ticketPayload(ctx: Context, ticket: number, article: number | null): Promise<JsonObject | undefined> {
  const record = await recordWithReferences(ctx, resources.ticket, ticket)
  if (!record) return undefined
  const articleRecord = article === null ? null : await recordWithReferences(ctx, resources.article, article)
  return { ticket: record, article: articleRecord ?? {} }
}

/** Returns an actor who sees every record: an administrator who may create webhooks may also see what they send. */
async function unlimitedActor(desk: Desk): Promise<Actor> {
  const attributes = await attributesVersion(desk)
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
  return attributes ? { ...actor, resources: await resourcesFor(desk.database, actor) } : actor
}

function memoIn(memos: Desk['memos'], name: string): Actor['memo'] {
  const memo = memos.get(name) ?? new Map<string, unknown>()
  memos.set(name, memo)
  return memo
}

/** Records of these resources are included as objects where a record refers to them. */
const expandedResources = new Set(['user', 'group', 'organization'])

/** Reads a record with its references as objects, one level deep; null for a deleted one. */
async function recordWithReferences(ctx: Context, resource: Resource, id: number): Promise<JsonObject | null> {
  const record = await readExpanded(ctx, resource, id)
  if (!record) return null
  const objects: Record<string, unknown> = {}
  const loaded = new Map<string, JsonObject | null | undefined>()
  for (const [column, { to }] of Object.entries(resource.fields)) {
    if (to === undefined || !expandedResources.has(to) || !(column in record)) continue
    const key = `${to}:${String(record[column])}`
    const referenced = record[column] as number | null
    const read = () => (referenced === null ? null : readExpanded(ctx, resources[to as 'user'], referenced))
    const object = loaded.has(key) ? loaded.get(key) : await read()
    loaded.set(key, object)
    objects[relationOf(column)] = object
  }
  return { ...record, ...objects }
}

async function readExpanded(ctx: Context, resource: Resource, id: number): Promise<JsonObject | null> {
  const text: unknown = await representOne(ctx, resource, id, { mode: 'expand' })
  return typeof text === 'string' ? (JSON.parse(text) as JsonObject) : null
}

/** Fills the placeholders in the texts of a customized payload. */
async function fillTemplate(template: unknown, content: JsonObject): Promise<unknown> {
  if (typeof template === 'string') return fillIn(template, (_, source) => asText(valueAt(content, source)))
  if (Array.isArray(template)) return Promise.all(template.map((entry) => fillTemplate(entry, content)))
  if (typeof template !== 'object' || template === null) return template
  const entries = Object.entries(template).map(
    async ([key, value]) => [key, await fillTemplate(value, content)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function valueAt(content: JsonObject, path: string): unknown {
  let value: unknown = content
  for (const key of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
  }
  return value
}

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
