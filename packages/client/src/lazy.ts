export const inspect = Symbol.for('nodejs.util.inspect.custom')

/** What is asked for when awaited. A `then` that starts nothing by itself, and the rest of a Promise. */
export abstract class Thenable<V> {
  /** Begins, or joins what has begun. */
  abstract ask(): Promise<V>

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is the purpose
  then<A = V, B = never>(
    onfulfilled?: ((value: V) => A | PromiseLike<A>) | null,
    onrejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.ask().then(onfulfilled, onrejected)
  }

  catch<R = never>(onrejected?: ((error: unknown) => R | PromiseLike<R>) | null): Promise<V | R> {
    return this.ask().catch(onrejected)
  }

  finally(onfinally?: (() => void) | null): Promise<V> {
    return this.ask().finally(onfinally)
  }

  /** Using it as text or number is a forgotten `await`; saying so beats "[object Object]". */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this[inspect]()} is not a value yet: await it`)
  }

  [inspect](): string {
    return 'Lazy'
  }
}

/** A value asked for at the first `then`, once; asked again only after a failure. */
export class LazyValue<V> extends Thenable<V> {
  readonly #begin: () => Promise<V>
  #asked: Promise<V> | undefined

  constructor(begin: () => Promise<V>) {
    super()
    this.#begin = begin
  }

  ask(): Promise<V> {
    return (this.#asked ??= this.#begin().catch((error: unknown) => {
      this.#asked = undefined
      throw error
    }))
  }
}
