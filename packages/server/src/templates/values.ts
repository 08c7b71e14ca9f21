/** Reads the values of placeholders: fields of a ticket, of its articles, and of the records that they refer to. */
import { type Field, relationOf, type Resource, type SettingName, systemUser } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared, effective, type FieldValues } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { tagsOfTicket } from '../resources/tag/of-ticket.ts'
import { safeHtmlToText } from '../text/html.ts'
import { withCustomFields } from '../writing/custom-fields.ts'
import { optionsOf } from '../writing/custom-values.ts'
import { senders } from '../resources/article/kinds.ts'

/** A value. `html` is sanitized HTML, which is not escaped where HTML is expected. */
export type Value = { readonly text: string } | { readonly time: Date } | { readonly html: string }

/** The records that placeholders name. */
export interface Records {
  readonly ctx: Context
  readonly ticket: number
  /** The article of the event; without one, `article` is the last article. */
  readonly article?: number | undefined
  /** The user who caused the event. */
  readonly user?: number | undefined
}

/** Settings that texts may contain; all others might be confidential. */
const readableSettings: readonly SettingName[] = ['product_name', 'organization', 'fqdn', 'http_type', 'ticket_hook']

/** Resources whose records a path may reach: none of them has secrets that a text could reveal. */
const reachableResources: ReadonlySet<string> = new Set([
  'ticket',
  'article',
  'user',
  'organization',
  'group',
  'ticket_state',
  'ticket_priority',
  'article_type',
  'article_sender',
])

/**
 * Returns the value of a path such as `ticket.customer.firstname`; undefined if the record or field on the path is empty.
 * @throws NoSuchValue if a part of the path does not exist.
 */
export async function valueAt(records: Records, path: string): Promise<Value | undefined> {
  const [object = '', ...steps] = path.split('.')
  if (object === 'config') return configValue(records.ctx, steps)
  const record = await recordNamed(records, object)
  if (record === undefined) throw new NoSuchValue('object')
  return record === null ? undefined : followPath(records.ctx, record, steps)
}

/**
 * Thrown for a path with an unknown part: `object` for the first part, `method` for a later one. The message appears in the
 * text, with the words that Zammad uses.
 */
export class NoSuchValue extends Error {
  readonly part: 'object' | 'method'
  constructor(part: 'object' | 'method') {
    super(`no such ${part}`)
    this.part = part
  }
}

interface RecordWithResource {
  readonly resource: Resource
  readonly row: FieldValues
}

async function configValue(ctx: Context, [name = '', ...more]: readonly string[]): Promise<Value> {
  const setting = readableSettings.find((readable) => readable === name)
  if (setting === undefined || more.length > 0) throw new NoSuchValue('method')
  return { text: String(await settingOf(ctx, setting)) }
}

/**
 * Returns the record that the first part of a path names; null if there is no such record, undefined if the name is
 * unknown. `created_article` is the article of the event, `first_article` and `last_article` are those of the ticket, and
 * `article` is the article of the event, or else the last one. `last_internal_article` and `last_external_article` are the last
 * ones with this visibility; `created_` and `first_` can be followed by a visibility, too.
 */
async function recordNamed(records: Records, name: string): Promise<RecordWithResource | null | undefined> {
  const { ctx, ticket, article, user } = records
  if (name === 'ticket') return readRecord(ctx, 'ticket', ticket)
  if (name === 'user') return readRecord(ctx, 'user', user ?? systemUser)
  const match = /^(?:(last|created|first)_(?:(internal|external)_)?)?article$/.exec(name)
  if (!match) return undefined
  const [, position, visibility] = match
  const isOfEvent = position === 'created' || (position === undefined && article !== undefined)
  const id = isOfEvent ? article : await articleOf(ctx, ticket, position === 'first' ? 'asc' : 'desc', visibility)
  const record = await readRecord(ctx, 'article', id)
  const hasVisibility = visibility === undefined || record?.row['internal'] === (visibility === 'internal')
  return hasVisibility ? record : null
}

/** Returns the first or last article of a ticket. Articles that the service wrote, such as notes of triggers, do not count. */
async function articleOf(
  { db }: Context,
  ticket: number,
  order: 'asc' | 'desc',
  visibility: string | undefined,
): Promise<number | undefined> {
  const row = await db.sql
    .selectFrom('ticket_articles')
    .select('id')
    .where('ticket_id', '=', ticket)
    .where('sender_id', '<>', senders.system)
    .$if(visibility !== undefined, (query) => query.where('internal', '=', visibility === 'internal'))
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

async function readRecord(ctx: Context, name: string, id: unknown): Promise<RecordWithResource | null> {
  if (typeof id !== 'number') return null
  const resource = effective(ctx, declared(name))
  const row: FieldValues | undefined = await dynamic(ctx.db)
    .selectFrom(resource.path)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { resource, row: withCustomFields(resource, row) } : null
}

async function followPath(
  ctx: Context,
  { resource, row }: RecordWithResource,
  steps: readonly string[],
): Promise<Value | undefined> {
  const [name = '', ...more] = steps
  if (name === '') throw new NoSuchValue('method')
  const special = await specialValue(ctx, resource, row, name)
  if (special) return special
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  // A last step `value` prints the label of a custom field with options instead of the stored value.
  if (field && isPrintable(field) && more.every((step) => step === 'value')) {
    return printField(field, row[name], more.length > 0)
  }
  const [column, reference] = Object.entries(resource.fields).find(([key]) => relationOf(key) === name) ?? []
  if (column === undefined || reference?.to === undefined || !reachableResources.has(reference.to))
    throw new NoSuchValue('method')
  const target = await readRecord(ctx, reference.to, row[column])
  if (!target) return undefined
  const label = target.resource.label
  return followPath(ctx, target, more.length === 0 && label !== null ? [label] : more)
}

/** Returns a value that is not simply that of a column; undefined for other names. */
async function specialValue(
  ctx: Context,
  { name: resource }: Resource,
  row: FieldValues,
  name: string,
): Promise<Value | undefined> {
  if (resource === 'ticket' && name === 'tags')
    return { text: (await tagsOfTicket(ctx.db, row['id'] as number)).join(', ') }
  if (resource !== 'article') return undefined
  const isHtml = row['content_type'] === 'text/html'
  const body = row['body'] as string
  if (name === 'body_as_html') return isHtml ? { html: body } : { text: body }
  const plain = isHtml ? safeHtmlToText(body) : body
  if (name === 'body_as_text') return { text: plain }
  return name === 'body' ? { text: plain.replace(/^/gm, '> ') } : undefined
}

/** Of the objects, only lists of options can be printed. */
const isPrintable = ({ hidden, secret, kind, custom }: Field): boolean =>
  !hidden && !secret && (kind !== 'object' || custom?.type.startsWith('multi') === true)

function printField({ kind, custom }: Field, value: unknown, asLabel: boolean): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (kind === 'time') return { time: new Date(value as string) }
  const labels = asLabel && custom ? optionsOf(custom.option) : undefined
  const labelOf = (element: unknown): string => labels?.get(String(element)) ?? String(element)
  return { text: Array.isArray(value) ? value.map(labelOf).join(', ') : labelOf(value) }
}
