import type { Live } from '@deskbell/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { nameOf } from '../format/names.ts'
import { client } from '../state/client.ts'
import type { NamedResource } from './custom-fields.ts'
import type { Option } from './option-list.tsx'
import { recipientOption } from './recipient-option.ts'

/**
 * Returns a function for the names of people and organizations. A name that is not loaded yet is requested and shown as
 * `…` until then; the id is shown if the user may not read the record.
 */
export function useRecordNames(): (to: NamedResource, id: number) => string {
  const [names] = useState(() => new RecordNames())
  useSyncExternalStore(names.subscribe, names.version)
  useEffect(() => names.follow())
  return names.nameOf
}

/** The names that a component shows, and its listener for changes of them. */
class RecordNames {
  readonly #views = new Map<string, Live<object>>()
  readonly #ends = new Map<string, () => void>()
  #listener: (() => void) | undefined
  #version = 0

  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    this.follow()
    return () => {
      this.#listener = undefined
      for (const end of this.#ends.values()) end()
      this.#ends.clear()
    }
  }

  readonly nameOf = (to: NamedResource, id: number): string => {
    const key = `${to} ${id}`
    const view = this.#views.get(key) ?? viewOf(to, id)
    this.#views.set(key, view)
    const { value, error } = view.snapshot()
    if (value) return nameIn(value)
    return chosen.get(key) ?? (error === undefined ? '…' : String(id))
  }

  /** Loads the records that were asked for, and follows their changes. */
  follow(): void {
    if (!this.#listener) return
    for (const [key, view] of this.#views) if (!this.#ends.has(key)) this.#ends.set(key, view.subscribe(this.#changed))
  }

  readonly #changed = () => {
    this.#version++
    this.#listener?.()
  }
}

const viewOf = (to: NamedResource, id: number): Live<object> =>
  to === 'user' ? client.live(client.users(id)) : client.live(client.organizations(id))

/** Returns the name of a person or an organization. */
const nameIn = (record: object): string =>
  'name' in record && typeof record.name === 'string' ? record.name : nameOf(record as Parameters<typeof nameOf>[0])

/** The names of found records: a message about a choice shows the name before the record is loaded. */
const chosen = new Map<string, string>()

/** Returns a function that searches people or organizations by a typed text. */
export const finderOf = (to: NamedResource) => finders[to]

const finders = { user: finder('user'), organization: finder('organization') }

function finder(to: NamedResource) {
  return async (typed: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const parameters = new URLSearchParams({ query: typed || '*', label: '1', per_page: '10' })
    const found = await client.request<{ id: number; label: string }[]>('GET', `${to}s/search?${parameters}`, {
      signal,
    })
    const options = found.map(({ id, label }) => ({ ...recipientOption(label), id }))
    for (const { id, name } of options) chosen.set(`${to} ${id}`, name)
    return options
  }
}
