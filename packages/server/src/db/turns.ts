/** Work that waits, first come, first served for each caller; the callers take turns. */
export class Turns<T extends { readonly caller: number }> {
  /** In the order of their turns. */
  readonly #byCaller = new Map<number, T[]>()

  add(work: T): void {
    const waiting = this.#byCaller.get(work.caller)
    if (waiting) waiting.push(work)
    else this.#byCaller.set(work.caller, [work])
  }

  /** The first work of the caller whose turn it is, who is the last to have another one. */
  next(): T | undefined {
    for (const [caller, [first, ...rest]] of this.#byCaller) {
      this.#byCaller.delete(caller)
      if (rest.length > 0) this.#byCaller.set(caller, rest)
      return first
    }
    return undefined
  }

  remove(work: T): void {
    const rest = this.#byCaller.get(work.caller)?.filter((other) => other !== work) ?? []
    if (rest.length > 0) this.#byCaller.set(work.caller, rest)
    else this.#byCaller.delete(work.caller)
  }

  get isEmpty(): boolean {
    return this.#byCaller.size === 0
  }
}
