import type { Entry } from './cache.ts'
import { defineLists, defineVerbs, isSame } from './id-members.ts'
import type { Awaitable, LoadedObject, Reference, Store, Via } from './internals.ts'
import { inspect, LazyValue, start, Thenable } from './lazy.ts'
import type { LoadOptions } from './options.ts'
import { entryFor, knownEntry, loadWith, setEntry, store } from './symbols.ts'

type LoadedOrNull = LoadedObject | null

/** The common members of references and paths, all on the prototype. */
abstract class AwaitableBase extends Thenable<LoadedOrNull> implements Awaitable {
  declare readonly [store]: Store;

  abstract [entryFor](options: LoadOptions): Promise<Entry | null>
  abstract [knownEntry](): Entry | undefined
  abstract get loaded(): boolean
  abstract reload(options?: LoadOptions): Promise<LoadedOrNull>

  [start](): Promise<LoadedOrNull> {
    return this.load()
  }

  async load(options: LoadOptions = {}): Promise<LoadedOrNull> {
    const entry = await this[entryFor](options)
    return entry && this[store].make(entry, options.expand)
  }

  get peek(): LoadedObject | undefined {
    const entry = this[knownEntry]()
    return entry && this[store].make(entry)
  }

  get(name: string): LazyValue<unknown> {
    return new LazyValue(async () => (await this[loadWith](name))?.get(name))
  }

  async [loadWith](name: string): Promise<LoadedOrNull> {
    const expand = this[store].spec.expanded.includes(name) && !(name in (this[knownEntry]()?.record ?? {}))
    return this.load({ expand })
  }

  is(other: unknown): boolean {
    return isSame(this as never, other)
  }

  override [inspect](): string {
    const { id } = this as unknown as { id: unknown }
    return `Ref<${this[store].spec.model}${typeof id === 'number' ? ` #${id}` : ''}>`
  }
}

/** A record whose id is known. It keeps its loaded state regardless of the cache. */
export class ReferenceBase extends AwaitableBase implements Reference {
  declare readonly id: number
  #entry: Entry | undefined
  readonly #via: Via | undefined
  readonly #keep = (entry: Entry) => {
    this.#entry = entry
  }

  constructor(id: number, via?: Via) {
    super()
    this.id = id
    this.#via = via
  }

  get loaded(): boolean {
    return Boolean(this.#entry) || this[store].cache.has(this.id)
  }

  [knownEntry](): Entry | undefined {
    const cached = this[store].cache.known(this.id)
    return cached && cached.origin.startNumber > (this.#entry?.origin.startNumber ?? 0) ? cached : this.#entry
  }

  [entryFor](options: LoadOptions): Promise<Entry> {
    const loaded = this.#entry
    const { expand, sideload, maxAge = Infinity, signal } = options
    const isSufficient =
      loaded && !sideload && (!expand || loaded.expanded) && performance.now() - loaded.origin.arrived <= maxAge
    if (isSufficient && !signal?.aborted) return Promise.resolve(loaded)
    return this[store].load(this.id, options, this.#keep, this.#via)
  }

  async reload(options: LoadOptions = {}): Promise<LoadedObject> {
    return this[store].make(await this[store].reload(this.id, options, this.#keep), options.expand)
  }

  /** Replaces the state and returns it as a loaded object. */
  [setEntry](entry: Entry): LoadedObject {
    this.#keep(entry)
    return this[store].make(entry)
  }

  toJSON(): object {
    return { id: this.id }
  }
}

/** A reference to a related record, given by another record and a relation. The other record may not be loaded yet. */
export class PathBase extends AwaitableBase {
  readonly #parent: Awaitable
  readonly #relation: string
  #reference: Reference | null | undefined

  constructor(parent: Awaitable, relation: string) {
    super()
    this.#parent = parent
    this.#relation = relation
  }

  get id(): LazyValue<number | undefined> {
    return new LazyValue(async () => (await this.#find({})).reference?.id)
  }

  get loaded(): boolean {
    return this.#reference?.loaded ?? false
  }

  [knownEntry](): Entry | undefined {
    return this.#reference?.[knownEntry]()
  }

  async [entryFor](options: LoadOptions): Promise<Entry | null> {
    const { reference } = await this.#find(options)
    return reference && reference[entryFor](options)
  }

  async reload(options: LoadOptions = {}): Promise<LoadedOrNull> {
    const { reference } = await this.#find(options)
    return reference && reference.reload(options)
  }

  /** Returns the reference in an object, because an `await` of the reference itself would load it. */
  async #find({ signal, timeout, retry }: LoadOptions): Promise<{ reference: Reference | null }> {
    if (this.#reference === undefined) {
      const entry = await this.#parent[entryFor]({ signal, timeout, retry })
      const id = entry?.record[`${this.#relation}_id`]
      this.#reference ??= typeof id === 'number' ? new this[store].Reference(id) : null
    }
    return { reference: this.#reference }
  }
}

/** Derives the reference class of a store. */
export function referenceClass(recordStore: Store): typeof ReferenceBase {
  class Ref extends ReferenceBase {}
  defineMembers(Ref.prototype, recordStore)
  defineVerbs(Ref.prototype, recordStore)
  return Ref
}

/** Derives the path class of a store. */
export function pathClass(recordStore: Store): typeof PathBase {
  class Path extends PathBase {}
  defineMembers(Path.prototype, recordStore)
  return Path
}

/** Adds the attributes, relations and lists of a resource to the prototype of a reference or path. */
function defineMembers(prototype: AwaitableBase, recordStore: Store): void {
  Object.defineProperty(prototype, store, { value: recordStore })
  for (const name of Object.keys(recordStore.spec.attributes)) defineLazy(prototype, name)
  defineLists(prototype, recordStore)
  for (const [name, target] of Object.entries(recordStore.spec.relations)) {
    Object.defineProperty(prototype, name, {
      get(this: Awaitable) {
        return new (recordStore.core.store(target).Path)(this, name)
      },
    })
  }
}

/** Adds an attribute to the prototype of a reference or path. */
export function defineLazy(prototype: Awaitable, name: string): void {
  if (name in prototype) return
  Object.defineProperty(prototype, name, {
    get(this: Awaitable) {
      return new LazyValue(async () => (await this[loadWith](name))?.[name as 'data'])
    },
  })
}
