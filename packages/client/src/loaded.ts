import type { Entry, Origin, WireRecord } from './cache.ts'
import { defineLists, defineVerbs, isSame } from './id-members.ts'
import type { LoadedObject, Store } from './internals.ts'
import { inspect } from './lazy.ts'
import type { LoadOptions } from './options.ts'
import { originOf, setEntry, store } from './symbols.ts'

/** Base of the classes of loaded objects: each store derives one. */
export class LoadedBase implements LoadedObject {
  declare readonly [store]: Store
  declare readonly id: number
  declare readonly data: WireRecord
  #origin: Origin

  constructor(data: WireRecord, origin: Origin) {
    this.id = data['id'] as number
    this.data = data
    this.#origin = origin
  }

  get [originOf](): Origin {
    return this.#origin
  }

  get url(): string {
    return this[store].core.url(this[store].path(this.id))
  }

  get age(): number {
    return performance.now() - this.#origin.arrived
  }

  get stale(): boolean {
    return (this[store].cache.known(this.id)?.origin.startNumber ?? 0) > this.#origin.startNumber
  }

  get names(): Record<string, unknown> {
    const relations = Object.keys(this[store].spec.relations)
    return Object.fromEntries(
      relations.filter((name) => typeof this.data[name] === 'string').map((name) => [name, this.data[name]]),
    )
  }

  get(name: string): unknown {
    return Object.hasOwn(this.data, name) ? this.data[name] : undefined
  }

  async reload(options: LoadOptions = {}): Promise<this> {
    const entry = await this[store].reload(this.id, options, () => undefined)
    return this[setEntry](entry, options.expand)
  }

  is(other: unknown): boolean {
    return isSame(this, other)
  }

  toJSON(): WireRecord {
    return this.data
  }

  [inspect](_depth: number, options: object, show?: (value: unknown, options: object) => string): string {
    const name = this[store].spec.model
    return show ? `${name} ${show(this.data, options)}` : `${name} #${this.id}`
  }

  /** Replaces the state in place. */
  [setEntry](entry: Entry, expanded?: boolean): this {
    Object.assign(this, { data: (expanded && entry.expanded) || entry.record })
    this.#origin = entry.origin
    return this
  }
}

/** Derives the class of loaded objects of a store, with a getter for every declared attribute and relation. */
export function loadedClass(recordStore: Store): typeof LoadedBase {
  class Loaded extends LoadedBase {}
  const prototype = Loaded.prototype as LoadedBase & Record<symbol, unknown>
  Object.defineProperty(prototype, store, { value: recordStore })
  defineAttributes(prototype, recordStore)
  defineLists(prototype, recordStore)
  defineVerbs(prototype, recordStore)
  defineRelations(prototype, recordStore)
  return Loaded
}

function defineAttributes(prototype: object, recordStore: Store): void {
  for (const [name, read] of Object.entries(recordStore.spec.attributes)) {
    if (!isFreeName(prototype, name)) continue
    Object.defineProperty(prototype, name, {
      get(this: LoadedBase) {
        return read(this.data, recordStore)
      },
    })
  }
}

function defineRelations(prototype: object, recordStore: Store): void {
  for (const [name, target] of Object.entries(recordStore.spec.relations)) {
    const field = `${name}_id`
    Object.defineProperty(prototype, name, {
      get(this: LoadedBase) {
        const id = this.data[field]
        const { Reference } = recordStore.core.store(target)
        return typeof id === 'number' ? new Reference(id, { origin: this[originOf], relation: name, field }) : null
      },
    })
  }
}

/** Returns false for attribute names that would hide a method, make objects awaitable or change the prototype. */
export function isFreeName(prototype: object, name: string): boolean {
  return name !== 'id' && name !== 'data' && name !== 'then' && !(name in prototype)
}
