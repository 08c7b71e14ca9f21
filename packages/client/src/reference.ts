import type { Entry } from './cache.ts'
import { become, entryFor, equipLists, equipVerbs, having, isSame, known, store } from './identity.ts'
import { inspect, LazyValue, Thenable } from './lazy.ts'
import type { LoadedObject } from './loaded.ts'
import type { LoadOptions } from './options.ts'
import type { Store, Via } from './store.ts'

type Taken = LoadedObject | null

/** What references with and without a known id have in common. Everything is an accessor or method of the prototype. */
abstract class Awaitable extends Thenable<Taken> {
  declare readonly [store]: Store;

  /** The state to answer from; `null` where a path ends at an empty relation. */
  abstract [entryFor](options: LoadOptions): Promise<Entry | null>
  /** The newest state known without a request. */
  abstract [known](): Entry | undefined
  abstract get loaded(): boolean
  abstract reload(options?: LoadOptions): Promise<Taken>

  ask(): Promise<Taken> {
    return this.load()
  }

  async load(options: LoadOptions = {}): Promise<Taken> {
    const entry = await this[entryFor](options)
    return entry && this[store].make(entry, options.expand)
  }

  get peek(): LoadedObject | undefined {
    const entry = this[known]()
    return entry && this[store].make(entry)
  }

  get(name: string): LazyValue<unknown> {
    return new LazyValue(async () => (await this[having](name))?.get(name))
  }

  /** The loaded object with an attribute that may stand in expanded answers only; asks for one where needed. */
  async [having](name: string): Promise<Taken> {
    const expand = this[store].spec.expanded.includes(name) && !(name in (this[known]()?.record ?? {}))
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

/** A record whose id is known. Holds what it loaded, whatever happens to the cache. */
export class Reference extends Awaitable {
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

  [known](): Entry | undefined {
    const cached = this[store].cache.known(this.id)
    return cached && cached.origin.started > (this.#entry?.origin.started ?? 0) ? cached : this.#entry
  }

  [entryFor](options: LoadOptions): Promise<Entry> {
    const loaded = this.#entry
    const { expand, sideload, maxAge = Infinity, signal } = options
    const serves = loaded && !sideload && (!expand || loaded.expanded) && performance.now() - loaded.origin.at <= maxAge
    if (serves && !signal?.aborted) return Promise.resolve(loaded)
    return this[store].load(this.id, options, this.#keep, this.#via)
  }

  async reload(options: LoadOptions = {}): Promise<LoadedObject> {
    return this[store].make(await this[store].reload(this.id, options, this.#keep), options.expand)
  }

  /** Holds another state from now on; gives it as a loaded object. */
  [become](entry: Entry): LoadedObject {
    this.#keep(entry)
    return this[store].make(entry)
  }

  toJSON(): object {
    return { id: this.id }
  }
}

/** A record reached over a relation of one that may not be loaded yet. */
export class PathTo extends Awaitable {
  readonly #parent: Reference | PathTo
  readonly #relation: string
  #reference: Reference | null | undefined

  constructor(parent: Reference | PathTo, relation: string) {
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

  [known](): Entry | undefined {
    return this.#reference?.[known]()
  }

  async [entryFor](options: LoadOptions): Promise<Entry | null> {
    const { reference } = await this.#find(options)
    return reference && reference[entryFor](options)
  }

  async reload(options: LoadOptions = {}): Promise<Taken> {
    const { reference } = await this.#find(options)
    return reference && reference.reload(options)
  }

  /** In an object, because a reference returned as it is would be loaded by the `await`. */
  async #find({ signal, timeout, retry }: LoadOptions): Promise<{ reference: Reference | null }> {
    if (this.#reference === undefined) {
      const entry = await this.#parent[entryFor]({ signal, timeout, retry })
      const id = entry?.record[`${this.#relation}_id`]
      this.#reference ??= typeof id === 'number' ? new this[store].Reference(id) : null
    }
    return { reference: this.#reference }
  }
}

export function referenceClass(of: Store): typeof Reference {
  class Ref extends Reference {}
  equip(Ref.prototype, of)
  equipVerbs(Ref.prototype, of)
  return Ref
}

export function pathClass(of: Store): typeof PathTo {
  class Path extends PathTo {}
  equip(Path.prototype, of)
  return Path
}

/** Gives a reference class what its resource has: attributes, relations, lists, verbs. */
function equip(prototype: Reference | PathTo, of: Store): void {
  Object.defineProperty(prototype, store, { value: of })
  for (const name of Object.keys(of.spec.attributes)) defineLazy(prototype, name)
  equipLists(prototype, of)
  for (const [name, target] of Object.entries(of.spec.relations)) {
    Object.defineProperty(prototype, name, {
      get(this: Reference | PathTo) {
        return new (of.core.store(target).Path)(this, name)
      },
    })
  }
}

/** Lets references answer for one more attribute. */
export function defineLazy(prototype: Reference | PathTo, name: string): void {
  if (name in prototype) return
  Object.defineProperty(prototype, name, {
    get(this: Reference | PathTo) {
      return new LazyValue(async () => (await this[having](name))?.[name as 'data'])
    },
  })
}
