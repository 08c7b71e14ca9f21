import type { Live } from '@deskbell/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { nameOf } from '../format/names.ts'
import { client } from '../state/client.ts'
import type { NamedResource } from './custom-fields.ts'
import type { Option } from './option-list.tsx'
import { recipientOption } from './recipient-option.ts'

/**
 * Returns a function that returns names of people and organizations. A name that is not loaded yet is requested, and is
 * `…` until then. If the record cannot be loaded, its id is the name.
 */
export function useRecordNames(): (resource: NamedResource, id: number) => string {
  const [names] = useState(() => new RecordNames())
  useSyncExternalStore(names.subscribe, names.version)
  useEffect(() => names.follow())
  return names.nameOf
}

/** The names that a component shows, and its listener for changes of them. */
class RecordNames {
  readonly #views = new Map<string, Live<object>>()
  readonly #subscriptions = new Map<string, () => void>()
  #listener: (() => void) | undefined
  #version = 0

  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    this.follow()
    return () => {
      this.#listener = undefined
      for (const unsubscribe of this.#subscriptions.values()) unsubscribe()
      this.#subscriptions.clear()
    }
  }

  readonly nameOf = (resource: NamedResource, id: number): string => {
    const key = `${resource} ${id}`
    const view = this.#views.get(key) ?? viewOf(resource, id)
    this.#views.set(key, view)
    const { value, error } = view.snapshot()
    if (value) return nameIn(value)
    return searchedNames.get(key) ?? (error === undefined ? '…' : String(id))
  }

  /** Loads the records whose names were requested, and follows their changes. */
  follow(): void {
    if (!this.#listener) return
    for (const [key, view] of this.#views) {
      if (!this.#subscriptions.has(key)) this.#subscriptions.set(key, view.subscribe(this.#onChange))
    }
  }

  readonly #onChange = () => {
    this.#version++
    this.#listener?.()
  }
}

const viewOf = (resource: NamedResource, id: number): Live<object> =>
  resource === 'user' ? client.live(client.users(id)) : client.live(client.organizations(id))

/** Returns the name of a person or an organization. */
const nameIn = (record: object): string =>
  'name' in record && typeof record.name === 'string' ? record.name : nameOf(record as Parameters<typeof nameOf>[0])

/** The names in search results: a message about a choice needs the name before the record is loaded. */
const searchedNames = new Map<string, string>()

/** Returns a function that searches people or organizations by a typed text. */
export const finderOf = (resource: NamedResource) => finders[resource]

const finders = { user: finder('user'), organization: finder('organization') }

function finder(resource: NamedResource) {
  return async (typed: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const parameters = new URLSearchParams({ query: typed || '*', label: '1', per_page: '10' })
    const results = await client.request<{ id: number; label: string }[]>('GET', `${resource}s/search?${parameters}`, {
      signal,
    })
    const options = results.map(({ id, label }) => ({ ...recipientOption(label), id }))
    for (const { id, name } of options) searchedNames.set(`${resource} ${id}`, name)
    return options
  }
}
