import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { inverseType, linkTypes } from './actions.ts'

/** Returns the links of a ticket to tickets that the caller sees. Their type is the role of the other ticket. */
export async function linksOf(ctx: Context, id: number) {
  const rows = await from(ctx, resources.link)
    .select([
      'links.link_type_id',
      'links.link_object_source_value as source',
      'links.link_object_target_value as target',
    ])
    .where((eb) =>
      eb.or([eb('links.link_object_source_value', '=', id), eb('links.link_object_target_value', '=', id)]),
    )
    .orderBy('links.id')
    .execute()
  return (rows as unknown as { link_type_id: number; source: number; target: number }[]).map(
    ({ link_type_id, source, target }) => {
      const kind = linkTypes[link_type_id - 1] ?? 'normal'
      const [link_type, link_object_value] = source === id ? [inverseType[kind], target] : [kind, source]
      return { link_type, link_object: 'Ticket', link_object_value }
    },
  )
}
