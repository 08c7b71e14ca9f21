import { oneOf, resources } from '@deskbell/contract'
import { idIn, type Query, textOf, wholeNumber } from '../query.ts'
import { type Route, signedIn, type WriteRoute } from '../route.ts'
import { tagListRoute } from './tag-list.ts'
import { addTags, ensureTag, deleteTag, removeTag, renameTag } from '../../resources/tag/actions.ts'
import { tagsOfTicket } from '../../resources/tag/of-ticket.ts'
import { searchTags } from '../../resources/tag/reads.ts'
import { changeableTicket } from '../../resources/ticket/changeable.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { invalid } from '../../errors/fault.ts'
import { field } from '../../writing/parts.ts'
import { update } from '../../writing/unit-of-work.ts'
import { formatValue } from '../../writing/values.ts'
import { withBody } from '../with-body.ts'

const tagNames = {
  type: 'object',
  properties: { tags: { type: 'array', items: { type: 'string' } } },
  required: ['tags'],
}

const onTicketParts = {
  object: field(oneOf(['Ticket'])),
  o_id: field({ kind: 'ref', doc: 'Id of the ticket.' }),
  item: field({ kind: 'text', max: 250, doc: 'Name of the tag.' }),
}
const nameParts = { name: field(resources.tag.fields.name) }
const emptyObject = { type: 'object', maxProperties: 0 }

/** Returns the id of the ticket in a query. @throws Fault `invalid` for another kind of object. */
function ticketIn(query: Query): number {
  const object = textOf(query, 'object')
  if (object !== 'Ticket') throw invalid('object', `object: only Ticket has tags, got ${formatValue(object)}.`)
  return idIn(textOf(query, 'o_id') ?? '', 'Ticket')
}

/** Changes to the tags of a ticket. Existing Zammad clients expect 201 after adding one, and 200 after removing one. */
const ticketTags: readonly WriteRoute[] = [
  withBody(onTicketParts, {
    method: 'POST',
    path: '/tags/add',
    tag: 'tags',
    summary: 'Add a tag to a ticket',
    description:
      'Adding a tag that the ticket has already changes nothing. If the setting `tag_new` is off, only administrators of tags can add new tags.',
    can: ['ticket.agent'],
    status: 201,
    response: { type: 'boolean', const: true },
    write:
      (_, { body }) =>
      async (ctx) => {
        const { id } = await changeableTicket(ctx, body.o_id)
        if (await addTags(ctx, id as number, [body.item])) await update(ctx, 'ticket', id as number, {})
        return { status: 201, body: 'true' }
      },
  }),
  withBody(onTicketParts, {
    method: 'DELETE',
    path: '/tags/remove',
    tag: 'tags',
    summary: 'Remove a tag from a ticket',
    description:
      'The parameters may be sent in the body or in the query string. Removing a tag that the ticket does not have changes nothing.',
    can: ['ticket.agent'],
    response: { type: 'boolean', const: true },
    write:
      (_, { body }) =>
      async (ctx) => {
        const { id } = await changeableTicket(ctx, body.o_id)
        if (await removeTag(ctx, id as number, body.item)) await update(ctx, 'ticket', id as number, {})
        return { body: 'true' }
      },
  }),
]

/** The management of tags. */
const tagList: readonly WriteRoute[] = [
  withBody(nameParts, {
    method: 'POST',
    path: '/tag_list',
    tag: 'tags',
    summary: 'Create a tag',
    description: 'An existing tag is left as it is.',
    can: ['admin.tag'],
    response: emptyObject,
    write:
      (_, { body }) =>
      async (ctx) => {
        await ensureTag(ctx, body.name)
        return { body: '{}' }
      },
  }),
  withBody(nameParts, {
    method: 'PUT',
    path: '/tag_list/:id',
    tag: 'tags',
    summary: 'Rename a tag',
    description: 'Renames the tag on every ticket. If the new name belongs to another tag, the two are merged.',
    can: ['admin.tag'],
    response: emptyObject,
    write:
      (_, { params, body }) =>
      async (ctx) => {
        await renameTag(ctx, idIn(params['id'] ?? '', 'Tag'), body.name)
        return { body: '{}' }
      },
  }),
  {
    method: 'DELETE',
    path: '/tag_list/:id',
    tag: 'tags',
    summary: 'Delete a tag',
    description: 'Also removes it from every ticket.',
    can: ['admin.tag'],
    response: emptyObject,
    write:
      (_, { params }) =>
      async (ctx) => {
        await deleteTag(ctx, idIn(params['id'] ?? '', 'Tag'))
        return { body: '{}' }
      },
  },
]

export const tagRoutes: readonly (Route | WriteRoute)[] = [
  ...ticketTags,
  ...tagList,
  {
    method: 'GET',
    path: '/tags',
    tag: 'tags',
    summary: 'List the tags of a ticket',
    can: signedIn,
    parameters: [
      { name: 'object', doc: '`Ticket`.', schema: { type: 'string', enum: ['Ticket'] } },
      { name: 'o_id', doc: 'The id of the ticket.', schema: { type: 'integer' } },
    ],
    response: tagNames,
    cached: true,
    async run(ctx, { query }) {
      const id = ticketIn(query)
      await requireReadable(ctx, resources.ticket, id)
      return { body: JSON.stringify({ tags: await tagsOfTicket(ctx.db, id) }) }
    },
  },
  tagListRoute,
  {
    method: 'GET',
    path: '/tag_search',
    tag: 'tags',
    summary: 'Search tags',
    description:
      'Returns tags whose name contains a term: those of tickets that the caller may read; all tags for callers who manage tags.',
    can: signedIn,
    parameters: [
      { name: 'term', doc: 'Part of the name, in upper or lower case.', schema: { type: 'string' } },
      {
        name: 'limit',
        doc: 'Maximum number of tags.',
        schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
      },
    ],
    response: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'integer' }, value: { type: 'string' } } },
    },
    cached: true,
    async run(ctx, { query }) {
      const term = (textOf(query, 'term') ?? '').toLowerCase()
      const limit = wholeNumber(query, 'limit', 1, 1000) ?? 10
      return { body: JSON.stringify(await searchTags(ctx, term, limit)) }
    },
  },
]
