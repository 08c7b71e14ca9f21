interface SelectionOptions {
  readonly isAll?: boolean
  readonly isAllLoaded?: boolean
  readonly anchor?: number | undefined
}

/** Selected tickets. Immutable: each change returns a new one. */
export class Selection {
  static readonly none = new Selection(new Set())

  readonly #ids: ReadonlySet<number>
  /** True if all tickets of the list are selected, including those that are not loaded. */
  readonly isAll: boolean
  /** True if the user has selected all loaded tickets at once. More may have been loaded since. */
  readonly isAllLoaded: boolean
  /** The place where ranges begin. */
  readonly anchor: number | undefined

  constructor(ids: Iterable<number>, { isAll = false, isAllLoaded = false, anchor }: SelectionOptions = {}) {
    this.#ids = new Set(ids)
    this.isAll = isAll
    this.isAllLoaded = isAllLoaded
    this.anchor = anchor
  }

  /** The number of individually selected tickets. */
  get size(): number {
    return this.#ids.size
  }

  get ids(): readonly number[] {
    return [...this.#ids]
  }

  has(id: number): boolean {
    return this.isAll || this.#ids.has(id)
  }

  /** Toggles a ticket, and makes it the anchor of ranges. */
  toggle(id: number, place: number): Selection {
    const ids = new Set(this.#ids)
    if (!ids.delete(id)) ids.add(id)
    return new Selection(ids, { anchor: place })
  }

  /** Adds the tickets from the anchor to a place. */
  extend(ids: Iterable<number>, place: number): Selection {
    return new Selection([...this.#ids, ...ids], { anchor: this.anchor ?? place })
  }
}
