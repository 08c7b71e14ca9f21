/** The key of the method that Node's `util.inspect` and `console.log` call. */
export const inspect = Symbol.for('nodejs.util.inspect.custom')

/** The key of the method that starts a request: a symbol, so that no attribute of a record has the same name. */
export const start = Symbol('start')

/** A value that is requested when it is awaited. It has the methods of a Promise, which all start the request. */
export abstract class Thenable<V> {
  /** Starts the request, or joins it if it is in flight. */
  abstract [start](): Promise<V>

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is the purpose
  then<A = V, B = never>(
    onfulfilled?: ((value: V) => A | PromiseLike<A>) | null,
    onrejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this[start]().then(onfulfilled, onrejected)
  }

  catch<R = never>(onrejected?: ((error: unknown) => R | PromiseLike<R>) | null): Promise<V | R> {
    return this[start]().catch(onrejected)
  }

  finally(onfinally?: (() => void) | null): Promise<V> {
    return this[start]().finally(onfinally)
  }

  /** Throws when the value is used as text or number. "[object Object]" would hide that an `await` is missing. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this[inspect]()} is not a value yet: await it`)
  }

  [inspect](): string {
    return 'Lazy'
  }
}

/** A value that is requested when it is first awaited, and again only after a failure. */
export class LazyValue<V> extends Thenable<V> {
  readonly #request: () => Promise<V>
  #pending: Promise<V> | undefined

  constructor(request: () => Promise<V>) {
    super()
    this.#request = request
  }

  [start](): Promise<V> {
    return (this.#pending ??= this.#request().catch((error: unknown) => {
      this.#pending = undefined
      throw error
    }))
  }
}
