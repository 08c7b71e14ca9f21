import { idsKey, relationOf, type Resource } from '@deskbell/contract'
import { declared, type Desk } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * Checks the name of a custom field. It is used together with the declared fields in bodies, responses, sort orders and
 * searches, so it must not equal another name there.
 * @throws Fault `invalid`.
 */
export function checkName(desk: Desk, object: string, name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw invalidName('expected lower-case letters, digits and underscores, beginning with a letter.')
  }
  if (name.length > 63) throw invalidName('at most 63 characters.')
  if (/_ids?$/.test(name)) throw invalidName('names ending in _id or _ids are reserved for references.')
  if (reserved.has(name) || namesInUse(desk, declared(object)).has(name)) {
    throw invalidName(`"${name}" is already used by ${object}.`)
  }
}

const invalidName = (reason: string) => invalid('name', `name: ${reason}`)

/** Names of query parameters and of keys in full responses, and `constructor`, which every JavaScript object has. */
const reserved = new Set(['all', 'assets', 'constructor', 'expand', 'fields', 'full', 'ids', 'screen'])

/** Returns the keys of a record, and the keys of a body that its rules read. */
function namesInUse(desk: Desk, resource: Resource): Set<string> {
  const { computedKeys: extras = {}, rules } = desk.slices[resource.name] ?? {}
  const fields = Object.keys(resource.fields).flatMap((name) => [name, relationOf(name)])
  const many = [...Object.keys(resource.many), ...resource.alwaysEmpty].flatMap((name) => [
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
