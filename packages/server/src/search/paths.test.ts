import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Field, relationOf, type Resource, resources, visibleFields, systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { stepsOf } from '../testing/paths.ts'
import { type Person, type World, world } from '../testing/world.ts'

/** Requests whose responses show the readable fields of each resource. */
const reads = (
  'tickets users organizations groups roles ticket_states ticket_priorities macros tickets/search?query=* ' +
  'organizations/search?query=* users/me signatures email_addresses time_accountings'
).split(' ')

/** Resources without a list: parts of a ticket that other responses contain under other names, and built-in records. */
const withoutList: readonly Resource[] = [
  resources.tag,
  resources.attachment,
  resources.ticket_state_type,
  resources.article_type,
  resources.article_sender,
  resources.permission,
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`paths of a query on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        const signature_id = await insert(unit, 'signature', { name: 'Greetings', body: 'Yours' })
        const email_address_id = await insert(unit, 'email_address', { name: 'Desk', email: 'in@desk.example' })
        await update(unit, 'group', w.ids['Printers'] as number, { signature_id, email_address_id })
        for (const title of ['Label printer offline', "Invoice for O'Hara", 'Quiet ticket']) {
          await insert(unit, 'time_accounting', { ticket_id: w.ids[title] as number, time_unit: '5' })
        }
      })
    })
    after(() => w.close())

    const callers = [
      ['nils', dialect === 'sqlite' ? 3 : 2],
      ['paul', 2],
      ['rita', dialect === 'sqlite' ? 3 : 2],
    ] as const
    for (const [person, steps] of callers) {
      test(`every path of ${steps} names that ${person} may search ends in a field that ${person} can read`, async () => {
        const shown = await keysShownTo(w, person)
        const searched = person === 'rita' ? ['ticket', 'user', 'organization'] : ['ticket']
        let accepted = 0
        for (const name of searched) {
          const resource = resources[name as keyof typeof resources] as Resource
          for (const { path, ends, key } of pathsFrom(resource, steps)) {
            const query = encodeURIComponent(`_exists_:${path.join('.')}`)
            const reply = await w.request(`${resource.path}/search?query=${query}&only_total_count=true`, {
              as: person,
            })
            assert.ok([200, 422].includes(reply.status), reply.text)
            if (reply.status === 422) assert.match(reply.json.error, /expected a (field of|path of at most)/)
            if (reply.status === 422) continue
            accepted += 1
            // Nothing is found in records that the caller cannot see.
            if (!shown.has(ends.name)) assert.equal(reply.json.total_count, 0, path.join('.'))
            else assert.ok(shown.get(ends.name)?.has(key), `${person} searches ${name} by ${path.join('.')}`)
          }
        }
        assert.ok(accepted > 100, String(accepted))
        assert.deepEqual(w.logged, [])
      })
    }
  })
}

/** Each searchable field at the end of a path of a limited length, and the key under which responses contain it. */
function* pathsFrom(resource: Resource, names: number): Iterable<{ path: string[]; ends: Resource; key: string }> {
  for (const [name, field] of visibleFields(resource)) {
    if (isSearchable(field)) yield { path: [name], ends: resource, key: name }
  }
  if (names === 1) return
  for (const {
    names: [first = ''],
    by,
    to,
  } of stepsOf(resource)) {
    yield { path: [first], ends: resource, key: by }
    for (const { path, ...rest } of pathsFrom(to, names - 1)) yield { path: [first, ...path], ...rest }
  }
}

const isSearchable = ({ search, kind }: Field): boolean => search !== false && kind !== 'object'

/** The keys of records of each resource in the responses to a caller, including names of relations. */
async function keysShownTo(w: World, person: Person): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const shown = new Map<string, Set<string>>()
  const byModel = new Map(Object.values<Resource>(resources).map((one) => [one.model.replaceAll('::', ''), one]))
  const add = (resource: Resource, record: object) => {
    const keys = shown.get(resource.name) ?? new Set<string>()
    for (const key of Object.keys(record)) keys.add(key)
    for (const { names, by } of stepsOf(resource)) if (names.some((name) => keys.has(name))) keys.add(by)
    for (const key of Object.keys(record)) if (resource.fields[key]?.to) keys.add(relationOf(key))
    shown.set(resource.name, keys)
  }
  for (const resource of withoutList) add(resource, resource.fields)
  for (const url of reads) {
    for (const mode of ['full=true', 'expand=true']) {
      const { status, json } = await w.request(`${url}${url.includes('?') ? '&' : '?'}per_page=100&${mode}`, {
        as: person,
      })
      if (status !== 200) continue
      const own = Object.values<Resource>(resources).find(({ path }) => path === url.split(/[/?]/)[0])
      if (own) for (const record of Array.isArray(json) ? json : []) add(own, record)
      if (own && url === 'users/me') add(own, json)
      for (const [model, records] of Object.entries<Record<string, object>>(json.assets ?? {})) {
        const resource = byModel.get(model)
        if (resource) for (const record of Object.values(records)) add(resource, record)
      }
    }
  }
  for (const title of ['Label printer offline', "Invoice for O'Hara", 'Quiet ticket']) {
    const articles = await w.request(`ticket_articles/by_ticket/${w.ids[title]}`, { as: person })
    if (articles.status === 200) for (const article of articles.json) add(resources.article, article)
  }
  return shown
}
