import { fieldAt, quotedValue, type Resource } from '@deskbell/contract'
import { match } from '../components/matching.ts'
import type { Option } from '../components/option-list.tsx'
import { client } from '../state/client.ts'

/** Values that are suggested at once. */
const MAX_VALUES = 8

type Find = (typed: string, signal: AbortSignal) => Promise<readonly Option[]>

/** Spans of time that people often search for. */
const times = ['>now-1d', '>now-7d', '>now-30d', 'now/d', 'now-1d/d', 'now/w', 'now/M', '<now-1y']

/** Returns what finds values of a field; undefined for fields whose values cannot be listed. */
export function valuesOf(path: string, resource: Resource, at: (name: string) => Resource): Find | undefined {
  if (path === 'tags' || path === 'tags.name') return findTags
  const field = fieldAt(path, resource, at)
  const column = field?.resource.fields[field.name]
  if (!field || !column) return undefined
  if (column.kind === 'boolean') return among(['true', 'false'])
  if (column.kind === 'time' || column.kind === 'date') return among(times, (value) => value)
  if (column.values) return among(column.values)
  return findersOf[field.resource.name]?.(field.name)
}

/** How values of other records are found, by their resource. */
const findersOf: Readonly<Record<string, (name: string) => Find | undefined>> = {
  ticket_state: (name) => listed('ticket_states', name),
  ticket_priority: (name) => listed('ticket_priorities', name),
  role: (name) => listed('roles', name),
  group: (name) => (name === 'name' ? findGroups : undefined),
  user: (name) => searched('users', name, ['login', 'email', 'fullname', 'firstname', 'lastname', 'phone']),
  organization: (name) => searched('organizations', name, ['name', 'domain']),
}

type Row = { readonly id: number; readonly [field: string]: unknown }

const among =
  (values: readonly string[], write = quotedValue): Find =>
  async (typed) =>
    values.filter((value) => typed === '' || match(typed, value)).map((value) => ({ id: value, name: write(value) }))

const textOf = (row: Row, name: string) => (typeof row[name] === 'string' ? row[name] : '')

const optionsOf = (rows: readonly Row[], name: string): Option[] => {
  const values = [...new Set(rows.map((row) => textOf(row, name)).filter(Boolean))]
  return values.slice(0, MAX_VALUES).map((value) => ({ id: value, name: quotedValue(value) }))
}

/** Short lists are loaded once and kept. */
const listed = (path: string, name: string): Find | undefined =>
  name === 'name'
    ? async (typed) => {
        const view = client.live({
          key: `values of ${path}`,
          load: () => client.request<Row[]>('GET', `${path}?fields=id,name`),
          events: [],
        })
        const rows = view.snapshot().value ?? (await view.refresh())
        return optionsOf(
          rows.filter((row) => match(typed, textOf(row, name))),
          name,
        )
      }
    : undefined

const searched = (path: string, name: string, names: readonly string[]): Find | undefined =>
  names.includes(name)
    ? async (typed, signal) => {
        const query = typed === '' ? `_exists_:${name}` : `${name}:${quotedPrefix(typed)}`
        const json = { query, fields: `id,fullname,${name}`, per_page: MAX_VALUES }
        const rows = await client.request<Row[]>('POST', `${path}/search`, { json, signal })
        const withName = name !== 'fullname' && path === 'users'
        return optionsOf(rows, name).map((option) => {
          const row = rows.find((one) => one[name] === option.id)
          return withName && row ? { ...option, help: textOf(row, 'fullname') } : option
        })
      }
    : undefined

/** A word that may go on: `field*` without signs that the query would read otherwise. */
const quotedPrefix = (typed: string) => `${typed.replaceAll(/[^\p{L}\p{N}@._-]/gu, '\\$&')}*`

interface GroupsAnswer {
  readonly assets: { readonly Group?: Readonly<Record<string, Row>> }
}

async function findGroups(typed: string): Promise<readonly Option[]> {
  const view = client.live({
    key: 'values of groups',
    load: () => client.request<GroupsAnswer>('GET', 'ticket_create'),
    events: [],
  })
  const { assets } = view.snapshot().value ?? (await view.refresh())
  return optionsOf(
    Object.values(assets.Group ?? {}).filter((row) => match(typed, textOf(row, 'name'))),
    'name',
  )
}

async function findTags(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const term = encodeURIComponent(typed)
  const tags = await client.request<{ id: number; value: string }[]>('GET', `tag_search?term=${term}`, { signal })
  return tags.slice(0, MAX_VALUES).map(({ value }) => ({ id: value, name: quotedValue(value) }))
}
