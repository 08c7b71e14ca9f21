import { idsKey, relationOf, type Resource, resources, visibleFields } from '@deskbell/contract'
import { slices } from '../../resources/index.ts'
import type { Slice } from '../../kernel/context.ts'
import { fieldSchema, type Schema } from '../../kernel/schema.ts'
import { noticeProperties } from './search-errors.ts'

/** The schema of a record, including the names of related records that `expand` adds. */
export function recordSchema(resource: Resource): Schema {
  const columns = visibleFields(resource)
  const properties: Record<string, Schema> = Object.fromEntries(
    columns.map(([name, field]) => [name, fieldSchema(field)]),
  )
  for (const [name, field] of columns) {
    if (field.kind === 'ref') properties[relationOf(name)] = { type: 'string', description: 'Only with `expand`.' }
  }
  for (const [name, relation] of Object.entries(resource.many)) {
    const hasLevels = 'access' in relation
    const ids = { type: 'array', items: { type: 'integer' } }
    const levels = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
    if (!('ids' in relation)) properties[idsKey(name)] = hasLevels ? levels : ids
    // Related records without names are serialized by the slice, as objects.
    const hasNames = (resources as Record<string, Resource>)[relation.to]?.label !== null
    properties[name] = {
      ...(hasLevels ? levels : { type: 'array', items: { type: hasNames ? 'string' : 'object' } }),
      description: 'Only with `expand`.',
    }
  }
  for (const name of resource.alwaysEmpty) {
    const empty = { type: 'array', maxItems: 0, description: 'Always empty; included for clients that read it.' }
    Object.assign(properties, { [idsKey(name)]: empty, [name]: empty })
  }
  const { computedKeys = {} } = (slices as Record<string, Slice>)[resource.name] ?? {}
  for (const name of Object.keys(computedKeys)) properties[name] ??= {}
  return {
    title: resource.model.replaceAll('::', ''),
    description: resource.doc,
    type: 'object',
    properties,
    required: alwaysPresent(resource),
    ...customFields(resource),
  }
}

/**
 * The keys of a record that are in every response without `fields` and `full`: fields that every caller sees, and lists of
 * ids. A schema cannot express the effect of these parameters (`requiredRule` explains it). Names need `expand`, and
 * tickets have no lists of ids when they are read by id or in a list.
 */
function alwaysPresent(resource: Resource): string[] {
  const { plain, publicFields, computedKeys = {} } = (slices as Record<string, Slice>)[resource.name] ?? {}
  const relations = Object.entries(resource.many).filter(([, relation]) => !('ids' in relation))
  const lists = [...relations.map(([name]) => name), ...resource.alwaysEmpty].map(idsKey)
  const keys = [...visibleFields(resource).map(([name]) => name), ...(plain === 'columns' ? [] : lists)]
  return keys.filter((name) => (publicFields?.has(name) ?? true) && !(name in computedKeys))
}

/** The explanation of required keys in the OpenAPI document. */
export const requiredRule =
  'The required keys of a record are in every response, unless the request chooses its keys: `fields` returns only those it names, and `full` returns the record as one of its `assets`.'

/** Allows keys of custom fields, which depend on the installation. */
const customFields = ({ fields }: Resource) =>
  'custom' in fields ? { additionalProperties: { description: 'A custom field.' } } : {}

/** The schema of a list: records, or with `full=true` also the records they refer to. */
export const listSchema = (resource: Resource): Schema => ({
  oneOf: [{ type: 'array', items: recordSchema(resource) }, fullSchema],
})

/** The response of lists and searches with `full=true`. */
export const fullSchema: Schema = {
  title: 'Full',
  type: 'object',
  properties: {
    record_ids: { type: 'array', items: { type: 'integer' } },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    total_count: { type: 'integer' },
  },
  required: ['record_ids', 'assets', 'total_count'],
}

/** The schema of a search: records, or one of the shapes that parameters select. */
export const searchSchema = (resource: Resource): Schema => ({
  oneOf: [
    { type: 'array', items: { allOf: [recordSchema(resource), highlightedSchema] } },
    ...(resource.name === 'ticket' ? [ticketSearchSchema] : []),
    { allOf: [fullSchema, highlightedByIdSchema, noticedSchema] },
    {
      title: 'Counted',
      type: 'object',
      properties: { total_count: { type: 'integer' }, ...noticeProperties },
      required: ['total_count'],
      additionalProperties: false,
    },
    {
      title: `${resource.model.replaceAll('::', '')}SearchWithTotal`,
      type: 'object',
      properties: {
        records: { type: 'array', items: { allOf: [recordSchema(resource), highlightedSchema] } },
        total_count: { type: 'integer' },
        ...noticeProperties,
      },
      required: ['records', 'total_count'],
    },
    {
      title: 'Explained',
      type: 'object',
      properties: { plan: { type: 'array', items: { type: 'string' } } },
      required: ['plan'],
      additionalProperties: false,
    },
  ],
})

const highlightsSchema: Schema = {
  title: 'Highlights',
  description: 'With `highlight=true`: the positions of the words of the query in the record.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'The path of the field, as in a query: `article.body`.' },
      article_id: { type: 'integer', description: 'The id of the article, if the text is from one.' },
      text: { type: 'string', description: 'An excerpt of the field, escaped for HTML.' },
      marks: {
        description: 'Pairs of offsets into `text`, in UTF-16 code units.',
        type: 'array',
        items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
      },
    },
    required: ['field', 'text', 'marks'],
  },
}
/** Additional keys in the response to a lenient search. */
const noticedSchema: Schema = { type: 'object', properties: noticeProperties }
/** An additional key in each record of a search. */
const highlightedSchema: Schema = { type: 'object', properties: { highlights: highlightsSchema } }
/** The highlights of the records, by their ids, in a key next to the records. */
const highlightsById: Schema = { type: 'object', additionalProperties: highlightsSchema }
const highlightedByIdSchema: Schema = { type: 'object', properties: { highlights: highlightsById } }

const ticketSearchSchema: Schema = {
  title: 'TicketSearch',
  type: 'object',
  properties: {
    tickets: { type: 'array', items: { type: 'integer' } },
    tickets_count: { type: 'integer', description: 'The number of tickets on this page.' },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    highlights: highlightsById,
    ...noticeProperties,
  },
  required: ['tickets', 'tickets_count', 'assets'],
}
