import { ListChanges, type ListUpdate } from './list-changes.ts'
import { readInfo, RelatedRecords } from './related.ts'
import type { RequestRows, RemovedTicket, ListResponse, ListGroup, ListInfo, Related, TicketRow } from './row-types.ts'
import { PAGE_SIZE } from './rows-request.ts'

/** The state of a list without its rows: a new object after every change. */
export interface ListState {
  /** Number of places, including those whose rows are not loaded; undefined before the first response. */
  readonly count: number | undefined
  /** Number of tickets in the list now, including those that only `refresh` will show. */
  readonly currentCount: number
  readonly info: ListInfo | undefined
  /** True if the list does not exist. */
  readonly isMissing: boolean
  /** The error of the last request. */
  readonly error: unknown
  /** Tickets that were added to the list after it was loaded. `refresh` shows them. */
  readonly arrived: ReadonlySet<number>
  /** Tickets that are still shown, but are no longer in the list. */
  readonly departed: ReadonlyMap<number, RemovedTicket>
  /** The groups in list order; empty without grouping. They stay unchanged until `refresh`, like the rows. */
  readonly groups: readonly ListGroup[]
}

/** Number of rows above and below those in sight that are loaded, too. */
const MARGIN = 25

/** Number of rows in a request for the whole list. */
const MAX_PAGE_SIZE = 1000

/** Maximum number of concurrent requests. While they run, the user may scroll on, so only the rows wanted last are next. */
const MAX_REQUESTS = 2

/**
 * The tickets of an overview, loaded by place. Changed rows are updated where they are; tickets are added and removed by
 * `refresh` only.
 */
export class TicketList {
  readonly #requestRows: RequestRows
  readonly #changes: ListChanges
  readonly #related = new RelatedRecords()
  readonly #rows = new Map<number, TicketRow>()
  /** Ids by place, in pages. */
  #pages = new Map<number, readonly number[]>()
  #loading = new Set<number>()
  #wanted: readonly number[] = []
  #state: ListState = {
    count: undefined,
    currentCount: 0,
    info: undefined,
    isMissing: false,
    error: undefined,
    ...noChanges,
    groups: [],
  }
  readonly #listeners = new Set<() => void>()

  constructor(requestRows: RequestRows) {
    this.#requestRows = requestRows
    this.#changes = new ListChanges({
      requestRows,
      row: (id) => this.#rows.get(id),
      isComplete: () => this.#pages.size * PAGE_SIZE >= (this.#state.count ?? Infinity),
      apply: (update) => this.#apply(update),
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#changes.isShown = true
    return () => {
      this.#listeners.delete(listener)
      this.#changes.isShown = this.#listeners.size > 0
    }
  }

  readonly snapshot = (): ListState => this.#state

  get related(): Related {
    return this.#related
  }

  /** Returns the row at a place, counted from 0; undefined while it is not loaded. */
  rowAt(place: number): TicketRow | undefined {
    const id = this.#pages.get(Math.floor(place / PAGE_SIZE))?.[place % PAGE_SIZE]
    return id === undefined ? undefined : this.#rows.get(id)
  }

  row(id: number): TicketRow | undefined {
    return this.#rows.get(id)
  }

  /** Returns the place of a ticket among the loaded rows; -1 if it is not loaded. */
  placeOf(id: number): number {
    for (const [page, ids] of this.#pages) {
      const index = ids.indexOf(id)
      if (index >= 0) return page * PAGE_SIZE + index
    }
    return -1
  }

  /** Returns the place of a ticket by its number; -1 if it is not loaded. */
  placeOfNumber(number: string | undefined): number {
    const found = this.loadedRows().find((row) => row.number === number)
    return found ? this.placeOf(found.id) : -1
  }

  /** Returns the loaded rows in their order. */
  loadedRows(): TicketRow[] {
    const pages = [...this.#pages].toSorted(([a], [b]) => a - b)
    return pages.flatMap(([, ids]) => ids.flatMap((id) => this.#rows.get(id) ?? []))
  }

  /** Loads all tickets of the list, and returns their ids. */
  async allIds(): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1; ids.length < (this.#state.count ?? 0); page++) {
      const response = await this.#requestRows({ page, per_page: MAX_PAGE_SIZE })
      const { tickets = [] } = response.index
      this.#storeRecords(response)
      if (tickets.length === 0) break
      ids.push(...tickets.map(({ id }) => id))
    }
    return ids
  }

  /** Returns the rows of tickets, and loads those that are missing. */
  async rowsOf(ids: readonly number[]): Promise<TicketRow[]> {
    const missing = ids.filter((id) => !this.#rows.has(id))
    for (let first = 0; first < missing.length; first += MAX_PAGE_SIZE) {
      this.#storeRecords(
        await this.#requestRows({ ids: missing.slice(first, first + MAX_PAGE_SIZE), ignoresList: true }),
      )
    }
    return ids.flatMap((id) => this.#rows.get(id) ?? [])
  }

  /** Loads the rows of a range of places, and then those near it, unless they are loaded. */
  loadRows(first: number, last: number): void {
    // Before the first response, only the first page is near.
    const { count = 1 } = this.#state
    const near = pagesOf(Math.max(first - MARGIN, 0), Math.min(last + MARGIN, count - 1))
    const pages = new Set([...pagesOf(first, Math.max(first, last)), ...near])
    this.#wanted = [...pages].filter((page) => !this.#pages.has(page))
    this.#loadWanted()
  }

  /** Tries again after an error. If the list has rows, its grid calls `loadRows` when the error is gone. */
  readonly retry = (): void => {
    this.#set({ error: undefined })
    if (this.#state.count === undefined) this.#wanted = [0]
    this.#loadWanted()
  }

  /** Reloads the list, which shows added tickets. The old rows stay until then. */
  async refresh(first: number, last: number): Promise<void> {
    const pages = pagesOf(first, last)
    this.#changes.discard()
    try {
      const responses = await Promise.all(
        pages.map((page) => this.#requestRows({ page: page + 1, per_page: PAGE_SIZE })),
      )
      this.#pages = new Map()
      const states = pages.map((page, index) => this.#storePage(page, responses[index] as ListResponse))
      this.#set({ ...noChanges, ...states.at(-1) })
    } catch (error) {
      this.#set({ error })
    }
  }

  /** Reports that somebody has changed a ticket. The effect on the list is requested soon. */
  reportChange(id: number, by: number | undefined, isNew: boolean): void {
    if (this.#state.count !== undefined) this.#changes.scheduleCheck(id, by, isNew)
  }

  /** Compares the rows and the number of tickets with the service, because events were missed. */
  recheck(): void {
    this.#changes.scheduleChecks([...this.#pages.values()].flat())
  }

  /** Shows changes of rows before the service has confirmed them. */
  patch(rows: readonly TicketRow[]): void {
    for (const row of rows) this.#rows.set(row.id, row)
    this.#set({})
  }

  #loadWanted(): void {
    for (const page of this.#wanted) {
      if (this.#loading.size >= MAX_REQUESTS) return
      if (!this.#loading.has(page) && !this.#pages.has(page)) void this.#load(page)
    }
  }

  async #load(page: number): Promise<void> {
    this.#loading.add(page)
    try {
      const state = this.#storePage(page, await this.#requestRows({ page: page + 1, per_page: PAGE_SIZE }))
      this.#set(this.#state.count === undefined ? state : this.#withPage(state))
    } catch (error) {
      this.#wanted = []
      this.#set({ error })
    } finally {
      this.#loading.delete(page)
    }
    this.#loadWanted()
  }

  /** Stores the rows of a page. Returns the properties of the list in the response. */
  #storePage(page: number, response: ListResponse) {
    const { overview, tickets = [], count = 0, groups = [] } = response.index
    this.#storeRecords(response)
    this.#pages.set(
      page,
      tickets.map(({ id }) => id),
    )
    const info = readInfo(response)
    return { count, currentCount: count, groups, info, isMissing: overview === undefined, error: undefined }
  }

  /** Returns the state with one more page. Tickets added or removed meanwhile do not move the places of others. */
  #withPage({ currentCount }: { currentCount: number }): Partial<ListState> {
    const arrived = new Set([...this.#state.arrived].filter((id) => this.placeOf(id) < 0))
    return { currentCount, arrived, error: undefined }
  }

  /** Stores the records of a response. */
  #storeRecords({ assets }: ListResponse): void {
    this.#related.add(assets)
    for (const row of Object.values(assets.Ticket ?? {})) this.#rows.set(row.id, row)
  }

  #apply({ responses, departed, present, count: newCount }: ListUpdate): void {
    for (const response of responses) this.#storeRecords(response)
    const departures = new Map(this.#state.departed)
    const arrivals = new Set(this.#state.arrived)
    for (const id of present) {
      if (this.placeOf(id) < 0) arrivals.add(id)
      departures.delete(id)
    }
    for (const [id, departure] of departed) {
      if (this.placeOf(id) >= 0) departures.set(id, departure)
      arrivals.delete(id)
    }
    const { count = 0 } = this.#state
    this.#set({
      departed: departures,
      arrived: arrivals,
      currentCount: newCount ?? count - departures.size + arrivals.size,
    })
  }

  #set(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const noChanges = { arrived: new Set<number>(), departed: new Map<number, RemovedTicket>() }

/** Returns the pages that contain the rows from one place to another. */
function pagesOf(first: number, last: number): number[] {
  const page = Math.floor(first / PAGE_SIZE)
  const length = Math.floor(last / PAGE_SIZE) - page + 1
  return Array.from({ length }, (_, index) => page + index)
}

/**
 * Returns how many tickets were added to a list and removed from it after it was loaded, including those whose rows are
 * not loaded.
 */
export function changeCounts({ count = 0, currentCount, arrived, departed }: ListState): {
  arrived: number
  departed: number
} {
  return {
    arrived: Math.max(arrived.size, currentCount - count + departed.size),
    departed: Math.max(departed.size, count - currentCount + arrived.size),
  }
}
