import { assetName, type Resource, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { readOne } from '../../kernel/crud.ts'
import { columnsFor, represent } from '../../kernel/represent.ts'
import { from, type Rows, selection } from '../../kernel/scope.ts'
import { appendLines } from '../../resources/checklist/rules.ts'
import { create } from '../../writing/write.ts'
import { readView } from '../paging.ts'
import type { Schema, WriteRoute } from '../route.ts'
import { bodySchema } from '../openapi/schemas.ts'
import { answerOf, bodyOf, createRoute, deleteRoute, updateRoute } from './writes.ts'

const { checklist, checklist_item: item, checklist_template: template } = resources
const can = ['ticket.agent'] as const

/** These records are changed by `PATCH` by some clients and by `PUT` by others (reference, section 1.1). */
const patch = (route: WriteRoute): WriteRoute => ({ ...route, method: 'PATCH' })

/** The lines of a list in their order, said with the list itself. */
const texts = { type: 'array', items: { type: 'string' }, description: 'Texts of all items, in order.' }
const order = { type: 'array', items: { type: 'string' }, description: 'Ids of all items, in the new order.' }
const templateId = { type: 'integer', description: 'Template that the items are copied from.' }

const withLinesIn = (resource: Resource, verb: 'create' | 'update', more: Schema): Schema => {
  const schema = bodySchema(resource, verb)
  return { ...schema, properties: { ...(schema['properties'] as Schema), ...more } }
}

const update = {
  ...updateRoute(checklist),
  can,
  body: withLinesIn(checklist, 'update', { sorted_item_ids: order, items: texts }),
}
const updateTemplate = {
  ...updateRoute(template),
  body: withLinesIn(template, 'update', { sorted_item_ids: order, items: texts }),
}

export const checklistRoutes: readonly WriteRoute[] = [
  {
    ...createRoute(checklist),
    can,
    body: withLinesIn(checklist, 'create', { template_id: templateId, items: texts }),
    summary: 'Create a checklist',
    description: 'Creates the checklist of a ticket, from a template if `template_id` names one.',
    answer: {
      type: 'object',
      properties: { id: { type: 'integer' }, assets: { type: 'object', additionalProperties: { type: 'object' } } },
      required: ['id', 'assets'],
    },
    write: (_, input) => async (ctx) => {
      const written = await create(ctx, checklist, bodyOf(input))
      const answer = await answerOf(ctx, checklist, written, input, 201)
      if (readView(ctx, checklist, input.query).mode === 'expand') return answer
      return { ...answer, body: await withLines(ctx, written.id) }
    },
  },
  update,
  patch(update),
  { ...deleteRoute(checklist), can },
  patch(updateRoute(item)),
  {
    method: 'POST',
    path: '/checklist_items/create_bulk',
    tag: 'checklist_items',
    summary: 'Add lines to a checklist',
    description: 'With `ticket_id`, a ticket without a checklist gets one.',
    can,
    body: {
      type: 'object',
      properties: {
        checklist_id: { type: 'integer' },
        ticket_id: { type: 'integer', description: 'The ticket of the checklist, instead of `checklist_id`.' },
        items: {
          type: 'array',
          items: { type: 'object', properties: { text: { type: 'string', maxLength: 500 } }, required: ['text'] },
        },
      },
      required: ['items'],
    },
    status: 201,
    answer: {
      type: 'object',
      properties: {
        success: { type: 'boolean', const: true },
        checklist_item_ids: { type: 'array', items: { type: 'integer' } },
      },
      required: ['success', 'checklist_item_ids'],
    },
    write: (_, input) => async (ctx) => {
      const checklist_item_ids = await appendLines(ctx, bodyOf(input))
      return { status: 201, body: JSON.stringify({ success: true, checklist_item_ids }) }
    },
  },
  { ...createRoute(template), body: withLinesIn(template, 'create', { items: texts }) },
  updateTemplate,
  patch(updateTemplate),
]

/** `{id, assets}` with the lines, as clients of this address expect (reference, section 3.17). */
async function withLines(ctx: Context, id: number): Promise<string> {
  const assets = await assetsOf(ctx, await readOne(ctx, checklist, id, { mode: 'ids' }), { mode: 'ids' })
  const columns = columnsFor(item, { mode: 'ids' })
  const query = from(ctx, item)
    .select(selection(ctx, item, columns))
    .where('checklist_items.checklist_id', '=', id)
  const rows: Rows = { resource: item, columns, cells: await ctx.db.arrays(query.orderBy('id').compile()) }
  const lines = await represent(ctx, rows, { mode: 'ids' })
  const texts = rows.cells.map(([line], index) => `"${line as number}":${lines[index]}`)
  return `{"id":${id},"assets":${assets.slice(0, -1)},"${assetName(item)}":{${texts.join()}}}}`
}
