import { resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { readOne, requireReadable } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { from } from '../../kernel/scope.ts'
import { type DraftColumn, copyDraftFiles } from '../../resources/shared_draft/files.ts'
import { change, create, remove } from '../../writing/write.ts'
import { idIn } from '../query.ts'
import type { RouteResponse, Input, Route, WriteRoute } from '../route.ts'
import { readExtra, recordBody } from '../record-body.ts'
import { withBody } from '../with-body.ts'
import { listRoute, showRoute } from './reads.ts'
import { filesResponse, formParts, fileEntry } from './uploads.ts'
import { bodyOf, createRoute, deleteRoute, requireEtag, updateRoute } from './writes.ts'

const { shared_draft_start: start, shared_draft_zoom: zoom, ticket } = resources

/** A draft of a new ticket (`start`) belongs to a group; a ticket has one draft of a reply (`zoom`). */
const newTicketDrafts = { path: '/tickets/shared_drafts', tag: 'shared_drafts', can: ['ticket.agent'] } as const
const newTicketDraft = { ...newTicketDrafts, path: `${newTicketDrafts.path}/:id` } as const
const ticketDraft = { ...newTicketDrafts, path: '/tickets/:ticket_id/shared_draft' } as const

const response = {
  type: 'object',
  properties: {
    shared_draft_id: { type: ['integer', 'null'] },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
  },
  required: ['shared_draft_id'],
}

const ticketDraftBody = recordBody(zoom, 'update', { without: ['ticket_id'] })

export const sharedDraftRoutes: readonly (Route | WriteRoute)[] = [
  { ...listRoute(start), ...newTicketDrafts },
  { ...showRoute(start), ...newTicketDraft },
  { ...createRoute(start), ...newTicketDrafts, files: true },
  { ...updateRoute(start), ...newTicketDraft, files: true },
  { ...updateRoute(start), ...newTicketDraft, method: 'PATCH', files: true },
  { ...deleteRoute(start), ...newTicketDraft },
  withBody(formParts, {
    ...importFilesRoute(newTicketDraft.path),
    write:
      (_, { params, body }) =>
      async (ctx) => {
        const id = idIn(params['id'] ?? '', start.model)
        await requireReadable(ctx, start, id)
        return importFiles(ctx, 'start_id', id, body.form_id)
      },
  }),
  {
    ...ticketDraft,
    method: 'GET',
    summary: 'Get the shared draft of a ticket',
    description: 'The draft of a reply that the agents of a ticket write together.',
    response,
    run: async (ctx, input) => ({ body: await draftBody(ctx, await draftOf(ctx, input)) }),
  },
  {
    ...ticketDraft,
    method: 'PUT',
    files: true,
    status: 201,
    summary: 'Save the shared draft of a ticket',
    description: 'Creates the draft; if there is one, changes only what the body names.',
    body: ticketDraftBody,
    response,
    conditional: true,
    write: (_, input) => async (ctx) => {
      const existingId = await draftOf(ctx, input)
      await requireEtag(input, () => draftBody(ctx, existingId))
      const body = readExtra(zoom, 'update', bodyOf(input))
      if (existingId !== undefined) await change(ctx, zoom, existingId, body)
      const id = existingId ?? (await create(ctx, zoom, { ...body, ticket_id: ticketIn(input) })).id
      return { body: await draftBody(ctx, id), status: 201 }
    },
  },
  {
    ...ticketDraft,
    method: 'PATCH',
    files: true,
    summary: 'Update the shared draft of a ticket',
    description: 'Changes only what the body names. 404 if there is no draft.',
    body: ticketDraftBody,
    response,
    conditional: true,
    write: (_, input) => async (ctx) => {
      const id = await requireDraft(ctx, input)
      await requireEtag(input, () => draftBody(ctx, id))
      await change(ctx, zoom, id, readExtra(zoom, 'update', bodyOf(input)))
      return { body: await draftBody(ctx, id) }
    },
  },
  {
    ...ticketDraft,
    method: 'DELETE',
    summary: 'Delete the shared draft of a ticket',
    response,
    conditional: true,
    write: (_, input) => async (ctx) => {
      const id = await requireDraft(ctx, input)
      await requireEtag(input, () => draftBody(ctx, id))
      await remove(ctx, zoom, id)
      return { body: JSON.stringify({ shared_draft_id: id }) }
    },
  },
  withBody(formParts, {
    ...importFilesRoute(ticketDraft.path),
    write: (_, input) => async (ctx) => importFiles(ctx, 'zoom_id', await requireDraft(ctx, input), input.body.form_id),
  }),
]

/** Returns the route that copies the files of a draft to the form of the caller. */
function importFilesRoute(path: string) {
  return {
    method: 'POST',
    path: `${path}/import_attachments`,
    tag: newTicketDrafts.tag,
    can: newTicketDrafts.can,
    summary: 'Copy the files of a draft into a form',
    response: filesResponse,
  } as const
}

async function importFiles(ctx: WriteContext, column: DraftColumn, id: number, form: string): Promise<RouteResponse> {
  const files = await copyDraftFiles(ctx, column, id, form)
  return { body: JSON.stringify({ attachments: files.map((file) => fileEntry(file.id, file)) }) }
}

const ticketIn = ({ params }: Input): number => idIn(params['ticket_id'] ?? '', ticket.model)

/**
 * Returns the id of the draft of a ticket; undefined if there is none, or if the caller sees the ticket only as a customer.
 * @throws Fault if the caller may not read the ticket.
 */
async function draftOf(ctx: Context, input: Input): Promise<number | undefined> {
  const id = ticketIn(input)
  await requireReadable(ctx, ticket, id)
  const draft = await from(ctx, zoom)
    .select('ticket_shared_draft_zooms.id')
    .where('ticket_shared_draft_zooms.ticket_id', '=', id)
    .executeTakeFirst()
  return draft?.['id'] as number | undefined
}

async function requireDraft(ctx: Context, input: Input): Promise<number> {
  const id = await draftOf(ctx, input)
  if (id === undefined) throw new Fault('not_found', `Couldn't find ${zoom.model} with 'ticket_id'=${ticketIn(input)}`)
  return id
}

async function draftBody(ctx: Context, id: number | undefined): Promise<string> {
  if (id === undefined) return '{"shared_draft_id":null,"assets":{}}'
  const rows = await readOne(ctx, zoom, id, { mode: 'ids' })
  return `{"shared_draft_id":${id},"assets":${await assetsOf(ctx, rows, { mode: 'ids' })}}`
}
