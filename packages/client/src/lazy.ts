import type { Lazy } from './model.ts'

export const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Using a reference as text or number is a forgotten `await`; saying so beats "[object Object]". */
export function notYet(what: string): never {
  throw new TypeError(`${what} is not a value yet: await it`)
}

/** A value asked for at the first `then`, once; asked again only after a failure. */
export class LazyValue<V> implements Lazy<V> {
  readonly #ask: () => Promise<V>
  #asked: Promise<V> | undefined

  constructor(ask: () => Promise<V>) {
    this.#ask = ask
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is the purpose
  then<A = V, B = never>(
    onfulfilled?: ((value: V) => A | PromiseLike<A>) | null,
    onrejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const asked = (this.#asked ??= this.#ask())
    asked.catch(() => {
      if (this.#asked === asked) this.#asked = undefined
    })
    return asked.then(onfulfilled, onrejected)
  }

  catch<R = never>(onrejected?: (error: unknown) => R | PromiseLike<R>): Promise<V | R> {
    return this.then(undefined, onrejected)
  }

  finally(onfinally?: () => void): Promise<V> {
    return this.then().finally(onfinally)
  }

  [Symbol.toPrimitive](): never {
    return notYet('A lazy attribute')
  }

  [inspect](): string {
    return 'Lazy'
  }
}
