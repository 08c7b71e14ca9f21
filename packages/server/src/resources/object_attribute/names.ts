import { idsKey, relationOf, type Resource } from '@deskbell/contract'
import { declared, type Desk } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * A custom field stands beside the declared ones, in bodies, answers, orders and searches, and must be mistaken for
 * none of what has a meaning there.
 * @throws Fault `invalid`.
 */
export function checkName(desk: Desk, object: string, name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw refuse('expected small letters, digits and underscores, with a letter at the beginning.')
  }
  if (name.length > 63) throw refuse('at most 63 characters.')
  if (/_ids?$/.test(name)) throw refuse('what ends in _id or _ids is a reference.')
  if (reserved.has(name) || taken(desk, declared(object)).has(name)) {
    throw refuse(`"${name}" means something else for ${object} already.`)
  }
}

const refuse = (what: string) => invalid('name', `name: ${what}`)

/** Parameters that stand in one bag with the attributes of a body, a word of full answers, and a name of every object. */
const reserved = new Set(['all', 'assets', 'constructor', 'expand', 'fields', 'full', 'ids', 'screen'])

/** Keys that a record has, and keys of a body that its rules read. */
function taken(desk: Desk, resource: Resource): Set<string> {
  const { computedKeys: extras = {}, rules } = desk.slices[resource.name] ?? {}
  const fields = Object.keys(resource.fields).flatMap((name) => [name, relationOf(name)])
  const many = [...Object.keys(resource.many), ...resource.empty].flatMap((name) => [
    name,
    name.replace(/s$/, ''),
    idsKey(name),
  ])
  const ofTickets = resource.name === 'ticket' ? ['article', 'attachment', 'attachments', 'mentions', 'links'] : []
  return new Set([
    ...fields,
    ...many,
    ...Object.keys(extras),
    ...(rules?.internalKeys ?? []),
    ...Object.keys(rules?.bodyParts?.create ?? {}),
    ...ofTickets,
  ])
}
