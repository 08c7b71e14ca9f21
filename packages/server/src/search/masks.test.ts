import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  assetName,
  idsKey,
  isSearchable,
  relationOf,
  type Relation,
  type Resource,
  resources,
  systemUser,
  visibleFields,
} from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { contextOf } from '../testing/context-of.ts'
import type { Row } from '../testing/model.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { reindex } from '../upkeep/reindex.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { interpret } from './interpret.ts'

/** Resources of which customers see only some fields. Each of their empty text fields gets a value. */
const masked = [resources.user, resources.organization, resources.group, resources.role]
/** Maximum number of names in a path. */
const MAX_DEPTH = 3
/** Number of paths that one query joins by OR. */
const BATCH = 100

/** Built-in records whose names every caller sees in responses, although only some may read them by id. */
const constants = [resources.ticket_state_type, resources.article_type, resources.article_sender]

/** The records that the API shows a caller, by resource and id. */
type Shown = ReadonlyMap<string, ReadonlyMap<number, Row>>

describe('paths of a search', () => {
  let w: World
  before(async () => {
    w = await world()
    await unitOfWork(w.desk, systemUser, async ({ db }) => {
      for (const resource of masked) {
        for (const [name, field] of visibleFields(resource)) {
          if (field.kind !== 'text' || field.write === 'server' || name === resource.label) continue
          await dynamic(db)
            .updateTable(resource.path)
            .set({ [name]: `${name}of${resource.name}` })
            .where(name, 'is', null)
            .execute()
        }
      }
    })
    await reindex(w.desk)
  })
  after(() => w.close())

  for (const person of ['nils', 'zoe', 'omar', 'ines'] as const) {
    test(`find for ${person} exactly the tickets for which the API shows a value at their end`, async () => {
      const shown = await shownTo(w, person)
      const tickets = [...(shown.get('ticket')?.values() ?? [])]
      assert.ok(tickets.length > 0)
      // Queries that should find the same tickets are sent together, joined by OR.
      const queriesBy = new Map<string, string[]>()
      for (const query of await knownQueries(w, person)) {
        const path = query.slice('_exists_:'.length).split('.')
        const ids = tickets.filter((ticket) => leadsTo(shown, resources.ticket, ticket, path)).map(({ id }) => id)
        const key = sorted(ids).join()
        queriesBy.set(key, [...(queriesBy.get(key) ?? []), query])
      }
      for (const [ids, queries] of queriesBy) {
        for (let index = 0; index < queries.length; index += BATCH) {
          const body = { query: queries.slice(index, index + BATCH).join(' OR '), per_page: 100, fields: 'id' }
          const { json, text } = await w.request('tickets/search', { as: person, method: 'POST', body })
          assert.equal(sorted(json.tickets ?? assert.fail(text)).join(), ids, body.query)
        }
      }
    })
  }

  test('texts that are hidden from a customer are not searched for a word without a field', async () => {
    const words = masked.flatMap((resource) => Object.keys(resource.fields).map((name) => `${name}of${resource.name}`))
    const body = { query: words.join(' OR '), per_page: 100 }
    const { json } = await w.request('tickets/search', { as: 'nils', method: 'POST', body })
    assert.deepEqual(json.tickets, [])
  })

  test('paths that are hidden from a customer are rejected as sort orders and in conditions', async () => {
    const known = new Set(await knownQueries(w, 'nils'))
    for (const path of pathsFrom(resources.ticket, 2)) {
      const name = path.join('.')
      if (known.has(`_exists_:${name}`)) continue
      for (const parameter of [
        `sort_by=${name}`,
        `condition=${JSON.stringify({ [`ticket.${name}`]: { operator: 'is set' } })}`,
      ]) {
        const { status } = await w.request(`tickets/search?query=*&${encodeURI(parameter)}`, { as: 'nils' })
        assert.equal(status, 422, parameter)
      }
    }
  })
})

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/** A query for each path whose names the caller may use; other paths are rejected. */
async function knownQueries(w: World, person: Person): Promise<string[]> {
  const ctx = await contextOf(w, person)
  const known: string[] = []
  for (const path of pathsFrom(resources.ticket, MAX_DEPTH)) {
    const text = `_exists_:${path.join('.')}`
    const isKnown = await interpret(ctx, resources.ticket, { text }).then(
      () => true,
      () => false,
    )
    if (isKnown) known.push(text)
  }
  return known
}

/** All paths of names of relations and fields, up to a number of names. */
function pathsFrom(resource: Resource, depth: number): string[][] {
  const fields = Object.keys(resource.fields).filter((name) => isSearchable(resource, name))
  const own = fields.map((name) => [name])
  if (depth === 1) return own
  const refs = visibleFields(resource).flatMap(([name, { to }]) =>
    to === undefined ? [] : [[relationOf(name), to] as const],
  )
  // Tags are words of the ticket.
  const many = Object.entries<Relation>(resource.many).flatMap(([name, { to }]) =>
    name === 'tags' ? [] : [[name, to] as const],
  )
  return [
    ...own,
    ...[...refs, ...many].flatMap(([name, to]) => [
      [name],
      ...pathsFrom(resources[to as keyof typeof resources], depth - 1).map((rest) => [name, ...rest]),
    ]),
  ]
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

/** True if a path leads to a value in the records that are shown. */
function leadsTo(shown: Shown, resource: Resource, record: Row, [name = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0 && Object.hasOwn(resource.fields, name)) return isSet(record[name])
  const next = targets(shown, resource, record, name)
  if (rest.length === 0) return next.ids.length > 0
  return next.ids.some((id) => {
    const far = shown.get(next.to.name)?.get(id)
    return far !== undefined && leadsTo(shown, next.to, far, rest)
  })
}

/** The records that a relation leads to: the ids that the record lists, or records that are shown with its id. */
function targets(shown: Shown, resource: Resource, record: Row, name: string): { to: Resource; ids: number[] } {
  const field = resource.fields[`${name}_id`]
  if (field?.to !== undefined) {
    const id = record[`${name}_id`]
    return { to: resources[field.to as keyof typeof resources], ids: typeof id === 'number' ? [id] : [] }
  }
  const relation = resource.many[name] as Relation
  const to: Resource = resources[relation.to as keyof typeof resources]
  const listed = record[idsKey(name)]
  if (Array.isArray(listed)) return { to, ids: listed as number[] }
  if (typeof listed === 'object' && listed !== null) return { to, ids: Object.keys(listed).map(Number) }
  if (!('of' in relation)) return { to, ids: [] }
  const far = [...(shown.get(to.name)?.values() ?? [])]
  return { to, ids: far.filter((one) => one[relation.of] === record.id).map(({ id }) => id) }
}

/** Reads all lists, and everything that they refer to. */
async function shownTo(w: World, as: Person): Promise<Shown> {
  const shown = new Map<string, Map<number, Row>>()
  const byModel = new Map(Object.values<Resource>(resources).map((resource) => [assetName(resource), resource.name]))
  const add = (name: string, record: Row) => {
    const records = shown.get(name) ?? new Map<number, Row>()
    shown.set(name, records.set(record.id, { ...records.get(record.id), ...record }))
  }
  for (const { name, path } of constants) {
    for (const record of await dynamic(w.desk.database).selectFrom(path).selectAll().execute()) add(name, record as Row)
  }
  for (const { name, path, can } of Object.values<Resource>(resources)) {
    if (!can.read) continue
    const { status, json } = await w.request(`${path}?per_page=500`, { as })
    if (status !== 200) continue
    for (const record of json as Row[]) add(name, record)
    const { assets } = (await w.request(`${path}?full=true&per_page=500`, { as })).json
    for (const [model, records] of Object.entries<Record<string, Row>>(assets))
      for (const record of Object.values(records)) add(byModel.get(model) ?? assert.fail(model), record)
  }
  return shown
}
