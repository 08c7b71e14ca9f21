import type { Core, Reference, Store, ViewSource } from './internals.ts'
import type { LiveSource } from './live-types.ts'
import type { Updates } from './updates.ts'
import { View } from './view.ts'
import { liveSource, store } from './symbols.ts'

/** Number of views without listeners that are kept, so that going back to a page shows its data at once. */
const MAX_IDLE_VIEWS = 100

/** The live values of a client. */
export class Views {
  readonly #core: Core
  /** By key, least recently used first. */
  readonly #views = new Map<string, View>()
  #updates: Promise<Updates> | undefined

  constructor(core: Core) {
    this.#core = core
  }

  /** Returns the view of a reference, list or source; the same one for the same key. */
  of(target: Reference | { [liveSource](): ViewSource } | LiveSource<unknown>): View {
    const source = toSource(target)
    const view = this.#views.get(source.key) ?? new View(() => this.#loadUpdates())
    view.source = source
    this.#views.delete(source.key)
    this.#views.set(source.key, view)
    if (!view.listeners.size) view.showKnown()
    if (this.#views.size > MAX_IDLE_VIEWS) this.#trim()
    return view
  }

  /** Removes all values, and requests those with listeners again. */
  clear(): void {
    for (const view of this.#views.values()) view.clear()
    void this.#updates?.then((updates) => updates.sync())
  }

  #trim(): void {
    const idle = [...this.#views].filter(([, view]) => !view.listeners.size && !view.loading)
    for (const [key] of idle.slice(0, -MAX_IDLE_VIEWS)) this.#views.delete(key)
  }

  #loadUpdates(): Promise<Updates> {
    this.#updates ??= import('./events.ts').then((code) => new code.Updates(this.#core, this.#views))
    return this.#updates
  }
}

function toSource(target: Reference | { [liveSource](): ViewSource } | LiveSource<unknown>): ViewSource {
  if (liveSource in target) return target[liveSource]()
  if (!('key' in target)) return recordSource((target as unknown as { [store]: Store })[store], target.id)
  return { ...target, key: `source ${target.key}` }
}

function recordSource(recordStore: Store, id: unknown): ViewSource {
  if (typeof id !== 'number') throw new TypeError('A live value needs a reference with an id')
  return {
    key: `${recordStore.name}/${id}`,
    load: () => recordStore.load(id, {}, () => undefined),
    events: [],
    record: { store: recordStore, id },
  }
}
