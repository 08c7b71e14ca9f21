/** The position of a ticket in the list from which it was opened. */
export interface ListPosition {
  /** Counted from 1. */
  readonly position: number
  readonly count: number
  readonly previous: string | undefined
  readonly next: string | undefined
}

interface Order {
  readonly numbers: readonly string[]
  readonly name: string
  /** The position of the first of the numbers, counted from 0. */
  readonly first: number
  /** All tickets of the list, those included that are not loaded. */
  readonly count: number
  /** The filters and the order in the address of the list. */
  readonly search: object
}

const orders = new Map<string, Order>()

/** The number of the ticket that was viewed last, by the list from which it was opened. */
const viewed = new Map<string, string>()

/** Lists whose order is kept. */
const MAX_ORDERS = 20

/**
 * Tells in which order a list shows its tickets, so that a ticket that is opened from it knows its neighbors.
 * @param from names the list in the address of a ticket: the link of an overview, or `search`.
 * @param name the name of the list for people.
 * @param part where the numbers stand in a longer list: the position of the first, counted from 0, and the number of all;
 *   and the filters and the order in its address.
 */
export function setListOrder(
  from: string,
  numbers: readonly string[],
  name: string,
  { first = 0, count = numbers.length, search = {} } = {},
): void {
  orders.delete(from)
  orders.set(from, { numbers, name, first, count, search })
  for (const [oldest] of orders) {
    if (orders.size <= MAX_ORDERS) break
    orders.delete(oldest)
  }
}

/** Returns the position of a ticket in a list; undefined if the list does not contain it or is not known. */
export function positionOf(from: string | undefined, number: string): ListPosition | undefined {
  const order = from === undefined ? undefined : orders.get(from)
  const index = order?.numbers.indexOf(number) ?? -1
  if (!order || index < 0) return undefined
  return {
    position: order.first + index + 1,
    count: order.count,
    previous: order.numbers[index - 1],
    next: order.numbers[index + 1],
  }
}

/** Returns the search in the address of a list, as it was when a ticket was opened from it. */
export const searchOf = (from: string | undefined): object => orders.get(from ?? '')?.search ?? {}

/** Keeps which ticket of a list was viewed last. */
export const setViewed = (from: string, number: string): void => void viewed.set(from, number)

/** Returns the number of the ticket of a list that was viewed last. */
export const lastViewed = (from: string): string | undefined => viewed.get(from)

/** Returns the name of a list; undefined if the list was not shown yet. */
export const listName = (from: string | undefined): string | undefined =>
  from === undefined ? undefined : orders.get(from)?.name
