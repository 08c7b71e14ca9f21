import type { RecordCache } from './collection-types.ts'
import { traced } from './traces.ts'
import type { LoadedObject, Store } from './internals.ts'
import { inspect } from './lazy.ts'
import { type ListOf, listOf } from './list.ts'
import { loadLater } from './load-later.ts'
import { liveSource } from './symbols.ts'
import type { CreateOptions, ListOptions, LoadOptions, RequestOptions, SearchOptions } from './options.ts'
import { wholeNumber } from './range.ts'

/** A function with the methods of a class: the constructor sets the prototype of the function. No Proxy is needed. */
// oxlint-disable-next-line typescript/no-extraneous-class -- only the constructor is needed
class Callable {
  constructor(call: (id: unknown) => unknown) {
    // oxlint-disable-next-line no-constructor-return -- this is how a function becomes an instance
    return Object.setPrototypeOf(call, new.target.prototype)
  }
}
Object.setPrototypeOf(Callable.prototype, Function.prototype)

/** A collection as the user of the client sees it. All state is in the store. */
export class CollectionOf extends Callable {
  readonly #store: Store

  constructor(store: Store) {
    super((id) => new store.Reference(checkedId(id)))
    this.#store = store
    Object.defineProperty(this, 'name', { value: store.name })
  }

  get cache(): RecordCache<LoadedObject> {
    return this.#store.cache
  }

  get url(): string {
    return this.#store.core.url(this.#store.spec.path)
  }

  iter(options: ListOptions = {}): ListOf<LoadedObject> {
    return listOf(this.#store, options)
  }

  search(query: string, options: SearchOptions = {}): ListOf<LoadedObject> {
    return listOf(this.#store, options, query)
  }

  async create(values: object, options?: CreateOptions): Promise<LoadedObject> {
    return this.#store.make(await loadLater(({ create }) => create(this.#store, values, options)))
  }

  async me(options?: RequestOptions): Promise<LoadedObject> {
    return this.#store.make(await loadLater(({ me }) => me(this.#store, options)))
  }

  async many(ids: Iterable<number>, options: LoadOptions = {}): Promise<Map<number, LoadedObject | Error>> {
    const wanted = [...ids].map(checkedId)
    return loadLater(async ({ many }, trace) => {
      const found = await many(this.#store, wanted, options)
      for (const one of found.values()) traced(one, trace)
      return found
    })
  }

  [inspect](): string {
    return `Collection<${this.#store.name}>`
  }
}

// The list methods of a collection are those of the list of all its records.
for (const name of [Symbol.asyncIterator, liveSource, 'pages', 'first', 'take', 'toArray', 'each', 'count'] as const) {
  Object.defineProperty(CollectionOf.prototype, name, {
    value(this: CollectionOf, ...values: never[]) {
      const all = this.iter()
      return (all[name] as (...values: never[]) => unknown).apply(all, values)
    },
  })
}

function checkedId(id: unknown): number {
  return wholeNumber('id', typeof id === 'string' ? Number(id) : id)
}
