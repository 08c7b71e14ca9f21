import type { Named } from '../format/names.ts'
import type { ListResponse, ListInfo, Related } from './row-types.ts'

/** The related records of the rows of a list. */
export class RelatedRecords implements Related {
  readonly people = new Map<number, Named>()
  readonly groups = new Map<number, string>()
  readonly organizations = new Map<number, string>()
  readonly states = new Map<number, { readonly name: string; readonly typeId: number }>()

  /** Adds the records of a response. */
  add({ User, Group, Organization, TicketState }: ListResponse['assets']): void {
    for (const user of Object.values(User ?? {})) this.people.set(user.id, user)
    for (const { id, name } of Object.values(Group ?? {})) this.groups.set(id, name)
    for (const { id, name } of Object.values(Organization ?? {})) this.organizations.set(id, name)
    for (const { id, name, state_type_id: typeId } of Object.values(TicketState ?? {})) {
      this.states.set(id, { name, typeId })
    }
  }
}

/** Returns the properties of the list in a response. */
export function readInfo({ assets, index }: ListResponse): ListInfo | undefined {
  const list = Object.values(assets.Overview ?? assets.SavedView ?? {})[0]
  if (!index.overview || !list) return undefined
  const { name, order, group_by: groupBy, view, condition, query } = list
  const by = order?.by
  return {
    name,
    order: by ? { by, direction: order.direction ?? 'ASC' } : null,
    // Both `state` and `state_id` are valid.
    groupBy: groupBy ? groupBy.replace(/(_id)?$/, '_id') : null,
    columns: view?.s ?? [],
    condition: condition ?? {},
    query: query || undefined,
  }
}
