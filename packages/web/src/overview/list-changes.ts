import type { RequestRows, RemovedTicket, ListResponse, TicketRow } from './row-types.ts'

/** The effect of changed tickets on a list. */
export interface ListUpdate {
  /** The responses with the new rows. */
  readonly responses: readonly ListResponse[]
  readonly departed: ReadonlyMap<number, RemovedTicket>
  /** Checked tickets that are in the list now, including those already shown. */
  readonly present: readonly number[]
  /** Number of tickets in the list, if it was requested. */
  readonly count: number | undefined
}

interface Options {
  readonly requestRows: RequestRows
  /** Returns a row that the list shows or has shown. */
  readonly row: (id: number) => TicketRow | undefined
  /** Returns true if all rows of the list are loaded. */
  readonly isComplete: () => boolean
  readonly apply: (update: ListUpdate) => void
}

/** Minimum milliseconds between two checks; the pause is longer while requests fail. */
const MIN_PAUSE = 1000
const MAX_PAUSE = 32_000
/** Milliseconds within which the events of one change arrive. */
const DEBOUNCE = 100
/** Maximum number of tickets in one request. */
const MAX_IDS = 200

/** A change that has not been checked yet. */
interface UncheckedChange {
  /** The id of the user who made it; undefined if unknown. */
  readonly by: number | undefined
  /** True if the change created the ticket. */
  readonly isNew: boolean
}

/**
 * Determines the effects of changed tickets on a list: one request returns which of them are in it, with their current
 * rows.
 */
export class ListChanges {
  readonly #options: Options
  readonly #unchecked = new Map<number, UncheckedChange>()
  #isShown = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #checkedAt = -Infinity
  #pause = MIN_PAUSE
  /** True after missed events: tickets may have been added that no event has reported. */
  #isCountWanted = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Lists that are not visible collect changes, and check them when they become visible. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown
    this.#plan()
  }

  /** Schedules the check of a changed ticket. */
  scheduleCheck(id: number, by: number | undefined, isNew: boolean): void {
    const earlier = this.#unchecked.get(id)
    this.#unchecked.set(id, { by, isNew: isNew || (earlier?.isNew ?? false) })
    this.#plan()
  }

  /**
   * Schedules the check of tickets that may have changed without an event, and of the number of tickets in the list.
   */
  scheduleChecks(ids: readonly number[]): void {
    this.#isCountWanted = true
    for (const id of ids) this.scheduleCheck(id, undefined, false)
  }

  /** Discards the changed tickets, because the list is reloaded. */
  discard(): void {
    this.#unchecked.clear()
    this.#isCountWanted = false
  }

  #plan(): void {
    if (!this.#isShown || this.#timer || this.#unchecked.size === 0) return
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
    const batch = new Map([...this.#unchecked].slice(0, MAX_IDS))
    for (const id of batch.keys()) this.#unchecked.delete(id)
    try {
      this.#options.apply(await this.#changes(batch))
      this.#pause = MIN_PAUSE
    } catch {
      this.#pause = Math.min(this.#pause * 2, MAX_PAUSE)
      for (const [id, { by, isNew }] of batch) this.scheduleCheck(id, by, isNew)
    }
  }

  /** Returns false if the ticket may be in the list, but its row is not loaded. Then only the count shows the effect. */
  #isComparable(id: number, isNew: boolean): boolean {
    return isNew || this.#options.row(id) !== undefined || this.#options.isComplete()
  }

  async #changes(batch: ReadonlyMap<number, UncheckedChange>): Promise<ListUpdate> {
    const { requestRows, row, isComplete } = this.#options
    const ids = [...batch].filter(([id, { isNew }]) => this.#isComparable(id, isNew)).map(([id]) => id)
    const listed = ids.length > 0 ? await requestRows({ ids, per_page: MAX_IDS }) : emptyResponse
    const present = (listed.index.tickets ?? []).map(({ id }) => id)
    const missing = ids.filter((id) => !present.includes(id) && row(id))
    const elsewhere =
      missing.length > 0 ? await requestRows({ ids: missing, per_page: MAX_IDS, ignoresList: true }) : emptyResponse
    const departed = missing.map((id) => {
      const reason = reasonOf(row(id) as TicketRow, elsewhere.assets.Ticket?.[id])
      return [id, { reason, by: batch.get(id)?.by }] as const
    })
    const isCountKnown = isComplete() && !this.#isCountWanted
    const count = isCountKnown ? undefined : (await requestRows({ page: 1, per_page: 1 })).index.count
    return { responses: [listed, elsewhere], departed: new Map(departed), present, count }
  }
}

const emptyResponse: ListResponse = { assets: {}, index: {} }

/** The change that probably removed a ticket from the list. */
function reasonOf(before: TicketRow, after: TicketRow | undefined): RemovedTicket['reason'] {
  if (!after) return 'gone'
  if (before.state_id !== after.state_id) return 'state'
  if (before.owner_id !== after.owner_id) return 'owner'
  return before.group_id === after.group_id ? 'other' : 'group'
}
