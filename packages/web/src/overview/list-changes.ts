import type { RequestRows, RemovedTicket, ListResponse, TicketRow } from './row-types.ts'

/** The effects of changed tickets on a list. */
export interface Changed {
  /** The responses with the new rows. */
  readonly responses: readonly ListResponse[]
  readonly left: ReadonlyMap<number, RemovedTicket>
  /** Tickets that are in the list now, including those already shown. */
  readonly arrived: readonly number[]
  /** Number of tickets in the list, if it was requested. */
  readonly count: number | undefined
}

interface Options {
  readonly requestRows: RequestRows
  /** Returns a row that the list shows or has shown. */
  readonly row: (id: number) => TicketRow | undefined
  /** Returns true if all rows of the list are loaded. */
  readonly isComplete: () => boolean
  readonly apply: (changed: Changed) => void
}

/** Minimum milliseconds between two checks; the pause is longer while requests fail. */
const MIN_PAUSE = 1000
const MAX_PAUSE = 32_000
/** Milliseconds within which the events of one change arrive. */
const DEBOUNCE = 100
/** Maximum number of tickets in one request. */
const MAX_IDS = 200

interface Touched {
  readonly by: number | undefined
  readonly isNew: boolean
}

/**
 * Determines the effects of changed tickets on a list: one request returns which of them are in it, with their current
 * rows.
 */
export class ListChanges {
  readonly #options: Options
  readonly #touched = new Map<number, Touched>()
  #isShown = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #checkedAt = -Infinity
  #pause = MIN_PAUSE
  /** True after missed events: tickets may have been added without an event. */
  #isCountWanted = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Lists that are not visible collect changes, and check them when they become visible. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown
    this.#plan()
  }

  touch(id: number, by: number | undefined, isNew: boolean): void {
    const before = this.#touched.get(id)
    this.#touched.set(id, { by, isNew: isNew || (before?.isNew ?? false) })
    this.#plan()
  }

  /** Checks tickets that may have changed without an event, and whether others were added. */
  touchAll(ids: readonly number[]): void {
    this.#isCountWanted = true
    for (const id of ids) this.touch(id, undefined, false)
  }

  /** Discards the changed tickets, because the list is reloaded. */
  forget(): void {
    this.#touched.clear()
    this.#isCountWanted = false
  }

  #plan(): void {
    if (!this.#isShown || this.#timer || this.#touched.size === 0) return
    const wait = Math.max(DEBOUNCE, this.#checkedAt + this.#pause - performance.now())
    this.#timer = setTimeout(() => {
      void this.#check().finally(() => {
        this.#timer = undefined
        this.#plan()
      })
    }, wait)
  }

  async #check(): Promise<void> {
    this.#checkedAt = performance.now()
    const touched = new Map([...this.#touched].slice(0, MAX_IDS))
    for (const id of touched.keys()) this.#touched.delete(id)
    try {
      this.#options.apply(await this.#changes(touched))
      this.#pause = MIN_PAUSE
    } catch {
      this.#pause = Math.min(this.#pause * 2, MAX_PAUSE)
      for (const [id, { by, isNew }] of touched) this.touch(id, by, isNew)
    }
  }

  /** Returns false if a changed ticket may be among the rows that are not loaded. Then only the count shows the effect. */
  #concerns(id: number, isNew: boolean): boolean {
    return isNew || this.#options.row(id) !== undefined || this.#options.isComplete()
  }

  async #changes(touched: ReadonlyMap<number, Touched>): Promise<Changed> {
    const { requestRows, row, isComplete } = this.#options
    const ids = [...touched].filter(([id, { isNew }]) => this.#concerns(id, isNew)).map(([id]) => id)
    const present = ids.length > 0 ? await requestRows({ ids, per_page: MAX_IDS }) : nothing
    const arrived = (present.index.tickets ?? []).map(({ id }) => id)
    const missing = ids.filter((id) => !arrived.includes(id) && row(id))
    const elsewhere =
      missing.length > 0 ? await requestRows({ ids: missing, per_page: MAX_IDS, isEverywhere: true }) : nothing
    const left = missing.map((id) => {
      const reason = reasonOf(row(id) as TicketRow, elsewhere.assets.Ticket?.[id])
      return [id, { reason, by: touched.get(id)?.by }] as const
    })
    const isSure = isComplete() && !this.#isCountWanted
    const count = isSure ? undefined : (await requestRows({ page: 1, per_page: 1 })).index.count
    return { responses: [present, elsewhere], left: new Map(left), arrived, count }
  }
}

const nothing: ListResponse = { assets: {}, index: {} }

/** The change that probably removed a ticket from the list. */
function reasonOf(before: TicketRow, after: TicketRow | undefined): RemovedTicket['reason'] {
  if (!after) return 'gone'
  if (before.state_id !== after.state_id) return 'state'
  if (before.owner_id !== after.owner_id) return 'owner'
  return before.group_id === after.group_id ? 'other' : 'group'
}
