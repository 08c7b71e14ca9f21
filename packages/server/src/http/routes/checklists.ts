import { assetName, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { readOne } from '../../kernel/read-records.ts'
import { represent } from '../../kernel/represent.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { appendItems, bulkParts } from '../../resources/checklist/rules.ts'
import { create } from '../../writing/write.ts'
import { readView } from '../paging.ts'
import type { WriteRoute } from '../route.ts'
import { readExtra } from '../record-body.ts'
import { withBody } from '../with-body.ts'
import { respondWithRecord, bodyOf, createRoute, deleteRoute, updateRoute } from './writes.ts'

const { checklist, checklist_item: item, checklist_template: template } = resources
const can = ['ticket.agent'] as const

/** Some clients update these records with `PATCH`, others with `PUT`. */
const patch = (route: WriteRoute): WriteRoute => ({ ...route, method: 'PATCH' })

const update = { ...updateRoute(checklist), can }
const updateTemplate = updateRoute(template)

export const checklistRoutes: readonly WriteRoute[] = [
  {
    ...createRoute(checklist),
    can,
    summary: 'Create a checklist',
    description: 'Creates the checklist of a ticket, from a template if `template_id` names one.',
    response: {
      type: 'object',
      properties: { id: { type: 'integer' }, assets: { type: 'object', additionalProperties: { type: 'object' } } },
      required: ['id', 'assets'],
    },
    write: (_, input) => async (ctx) => {
      const written = await create(ctx, checklist, readExtra(checklist, 'create', bodyOf(input)))
      const response = await respondWithRecord(ctx, checklist, written, input, 201)
      if (readView(ctx, checklist, input.query).mode === 'expand') return response
      return { ...response, body: await withItems(ctx, written.id) }
    },
  },
  update,
  patch(update),
  { ...deleteRoute(checklist), can },
  patch(updateRoute(item)),
  withBody(bulkParts, {
    method: 'POST',
    path: '/checklist_items/create_bulk',
    tag: 'checklist_items',
    summary: 'Add items to a checklist',
    description: 'With `ticket_id`, a ticket without a checklist gets one.',
    can,
    needs: [['checklist_id', 'ticket_id']],
    status: 201,
    response: {
      type: 'object',
      properties: {
        success: { type: 'boolean', const: true },
        checklist_item_ids: { type: 'array', items: { type: 'integer' } },
      },
      required: ['success', 'checklist_item_ids'],
    },
    write: (_, input) => async (ctx) => {
      const checklist_item_ids = await appendItems(ctx, input.body)
      return { status: 201, body: JSON.stringify({ success: true, checklist_item_ids }) }
    },
  }),
  createRoute(template),
  updateTemplate,
  patch(updateTemplate),
]

/** Returns `{id, assets}` with the items, which clients of this route expect. */
async function withItems(ctx: Context, id: number): Promise<string> {
  const assets = await assetsOf(ctx, await readOne(ctx, checklist, id, { mode: 'ids' }), { mode: 'ids' })
  const columns = columnsFor(item, { mode: 'ids' })
  const query = from(ctx, item)
    .select(selection(ctx, item, columns))
    .where('checklist_items.checklist_id', '=', id)
  const rows: Rows = { resource: item, columns, cells: await ctx.db.arrays(query.orderBy('id').compile()) }
  const items = await represent(ctx, rows, { mode: 'ids' })
  const texts = rows.cells.map(([itemId], index) => `"${itemId as number}":${items[index]}`)
  return `{"id":${id},"assets":${assets.slice(0, -1)},"${assetName(item)}":{${texts.join()}}}}`
}
