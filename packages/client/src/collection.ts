import type { RecordCache } from './collection-types.ts'
import { traced } from './traces.ts'
import type { LoadedObject, Store } from './internals.ts'
import { inspect } from './lazy.ts'
import { type LazyList, createList } from './list.ts'
import { loadLater } from './load-later.ts'
import { liveSource } from './symbols.ts'
import type { CreateOptions, ListOptions, LoadOptions, RequestOptions, SearchOptions } from './options.ts'
import { requireWholeNumber } from './range.ts'

/** A function with the methods of a class: the constructor sets the prototype of the function. No Proxy is needed. */
// oxlint-disable-next-line typescript/no-extraneous-class -- only the constructor is needed
class Callable {
  constructor(call: (id: unknown) => unknown) {
    // oxlint-disable-next-line no-constructor-return -- makes the function an instance of the class
    return Object.setPrototypeOf(call, new.target.prototype)
  }
}
Object.setPrototypeOf(Callable.prototype, Function.prototype)

/** A collection as the user of the client sees it. All state is in the store. */
export class RecordCollection extends Callable {
  readonly #store: Store

  constructor(store: Store) {
    super((id) => new store.Reference(checkId(id)))
    this.#store = store
    Object.defineProperty(this, 'name', { value: store.name })
  }

  get cache(): RecordCache<LoadedObject> {
    return this.#store.cache
  }

  get url(): string {
    return this.#store.core.url(this.#store.spec.path)
  }

  iter(options: ListOptions = {}): LazyList<LoadedObject> {
    return createList(this.#store, options)
  }

  search(query: string, options: SearchOptions = {}): LazyList<LoadedObject> {
    return createList(this.#store, options, query)
  }

  async create(values: object, options?: CreateOptions): Promise<LoadedObject> {
    return this.#store.make(await loadLater(({ create }) => create(this.#store, values, options)))
  }

  async me(options?: RequestOptions): Promise<LoadedObject> {
    return this.#store.make(await loadLater(({ me }) => me(this.#store, options)))
  }

  async many(ids: Iterable<number>, options: LoadOptions = {}): Promise<Map<number, LoadedObject | Error>> {
    const numericIds = [...ids].map(checkId)
    return loadLater(async ({ many }, trace) => {
      const results = await many(this.#store, numericIds, options)
      for (const result of results.values()) traced(result, trace)
      return results
    })
  }

  [inspect](): string {
    return `Collection<${this.#store.name}>`
  }
}

// The list methods of a collection are those of the list of all its records.
for (const name of [Symbol.asyncIterator, liveSource, 'pages', 'first', 'take', 'toArray', 'each', 'count'] as const) {
  Object.defineProperty(RecordCollection.prototype, name, {
    value(this: RecordCollection, ...args: never[]) {
      const list = this.iter()
      return (list[name] as (...args: never[]) => unknown).apply(list, args)
    },
  })
}

function checkId(id: unknown): number {
  return requireWholeNumber('id', typeof id === 'string' ? Number(id) : id)
}
