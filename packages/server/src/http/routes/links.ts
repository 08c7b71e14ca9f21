import { oneOf, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import { readByIds } from '../../kernel/by-ids.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { representOne, requireReadable } from '../../kernel/read-records.ts'
import { invalid } from '../../errors/fault.ts'
import { addLink, type LinkEnds, linksBetween, linkTypes, removeLinks } from '../../resources/link/actions.ts'
import { linksOf } from '../../resources/link/reads.ts'
import { idOfNumber } from '../../resources/ticket/reads.ts'
import { changeableTicket } from '../../resources/ticket/changeable.ts'
import { field, type Values } from '../../writing/parts.ts'
import { formatValue, missing } from '../../writing/values.ts'
import { withBody } from '../with-body.ts'
import { idIn, type Query, textOf } from '../query.ts'
import { type Route, signedIn, type WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'

const { link, ticket } = resources
const type = { type: 'string', enum: linkTypes }
const object = { type: 'string', enum: ['Ticket'] }

const parts = {
  link_type: field({ kind: 'one_of', values: linkTypes, doc: 'Relation of the source to the target.' }),
  link_object_source: field(oneOf(['Ticket'])),
  link_object_source_number: field({ kind: 'text', null: true, doc: 'Ticket number of the source.' }),
  link_object_source_value: field({ kind: 'ref', null: true, doc: 'Id of the source, instead of its number.' }),
  link_object_target: field(oneOf(['Ticket'])),
  link_object_target_value: field({ kind: 'ref', doc: 'Id of the target.' }),
}

/** Links between tickets. Existing Zammad clients expect 201 after adding and after removing one. */
export const linkRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/links',
    tag: 'links',
    summary: 'List the links of a ticket',
    description: 'Leaves out links to tickets that the caller may not read.',
    can: signedIn,
    parameters: [
      { name: 'link_object', doc: '`Ticket`.', schema: object },
      { name: 'link_object_value', doc: 'Id of the ticket.', schema: { type: 'integer' } },
    ],
    response: {
      type: 'object',
      properties: {
        links: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              link_type: { ...type, description: 'What the other ticket is to this one.' },
              link_object: object,
              link_object_value: { type: 'integer', description: 'Id of the other ticket.' },
            },
            required: ['link_type', 'link_object', 'link_object_value'],
          },
        },
        assets: { type: 'object', additionalProperties: { type: 'object' } },
      },
      required: ['links', 'assets'],
    },
    cached: true,
    async run(ctx, { query }) {
      checkObject(query, 'link_object')
      const id = idIn(textOf(query, 'link_object_value') ?? '', ticket.model)
      await requireReadable(ctx, ticket, id)
      const links = await linksOf(ctx, id)
      const others = links.map(({ link_object_value }) => link_object_value)
      const assets =
        others.length > 0 ? await assetsOf(ctx, await readByIds(ctx, ticket, others), { mode: 'ids' }) : '{}'
      return { body: `{"links":${JSON.stringify(links)},"assets":${assets}}` }
    },
  },
  withBody(parts, {
    method: 'POST',
    path: '/links/add',
    tag: 'links',
    summary: 'Link two tickets',
    description: 'The source becomes the parent, the child or a peer (`normal`) of the target.',
    can: ['ticket.agent'],
    needs: [['link_object_source_number', 'link_object_source_value']],
    status: 201,
    response: recordSchema(link),
    write:
      (_, { body }) =>
      async (ctx) => {
        const id = await addLink(ctx, await linkEndsIn(ctx, body))
        return { status: 201, body: await representOne(ctx, link, id, { mode: 'plain' }) }
      },
  }),
  withBody(parts, {
    method: 'DELETE',
    path: '/links/remove',
    tag: 'links',
    summary: 'Remove a link between two tickets',
    description: 'Works from either end. The parameters may be sent in the body or in the query string.',
    can: ['ticket.agent'],
    needs: [['link_object_source_number', 'link_object_source_value']],
    status: 201,
    response: { type: 'array', items: recordSchema(link) },
    write:
      (_, { body }) =>
      async (ctx) => {
        const ends = await linkEndsIn(ctx, body)
        const rows: string[] = []
        for (const { id } of await linksBetween(ctx, ends)) {
          rows.push(await representOne(ctx, link, id, { mode: 'plain' }))
        }
        await removeLinks(ctx, ends)
        return { status: 201, body: `[${rows.join()}]` }
      },
  }),
]

/** Reads the two tickets from a body. @throws Fault if the caller may not change both. */
async function linkEndsIn(ctx: WriteContext, body: Values<typeof parts>): Promise<LinkEnds> {
  const source = await changeableTicket(ctx, await sourceIdIn(ctx, body))
  const target = await changeableTicket(ctx, body.link_object_target_value)
  return { type: body.link_type, source: source['id'] as number, target: target['id'] as number }
}

/** Returns the id of the source. Clients send its ticket number to add a link, and its id to remove the link. */
async function sourceIdIn(ctx: WriteContext, body: Values<typeof parts>): Promise<number> {
  const { link_object_source_number: number, link_object_source_value: id } = body
  if (typeof id === 'number' && typeof number !== 'string') return id
  if (typeof number !== 'string') throw missing('link_object_source_number')
  const sourceId = await idOfNumber(ctx.db, number)
  if (sourceId === undefined) throw invalid('link_object_source_number', 'The object could not be found.')
  return sourceId
}

function checkObject(query: Query, key: string): void {
  const object = textOf(query, key)
  if (object !== 'Ticket') throw invalid(key, `${key}: only a Ticket can be linked, got ${formatValue(object)}.`)
}
