/** The position of a ticket in the list from which it was opened. */
export interface ListPosition {
  /** Counted from 1. */
  readonly position: number
  readonly count: number
  /** The numbers of the neighbors; undefined at an end of the loaded part. */
  readonly previous: string | undefined
  readonly next: string | undefined
}

interface Order {
  readonly numbers: readonly string[]
  readonly name: string
  /** The position of the first of the numbers, counted from 0. */
  readonly first: number
  /** Number of tickets in the list, including those that are not loaded. */
  readonly count: number
  /** The search parameters in the address of the list. */
  readonly search: object
}

const orders = new Map<string, Order>()

/** The number of the ticket viewed last, by list. */
const viewed = new Map<string, string>()

/** Maximum number of lists whose order is stored. */
const MAX_ORDERS = 20

/**
 * Stores the order of tickets in a list, so that an opened ticket can link to its neighbors.
 * @param from identifies the list in the address of a ticket: the link of an overview, or `search`.
 * @param name the displayed name of the list.
 * @param part for a part of a longer list: the position of its first ticket, counted from 0, the number of all tickets,
 * and the search parameters of the list.
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

/** Returns the search parameters of a list at the time when a ticket was opened from it. */
export const searchOf = (from: string | undefined): object => orders.get(from ?? '')?.search ?? {}

/** Stores the number of the ticket viewed last in a list. */
export const setViewed = (from: string, number: string): void => void viewed.set(from, number)

/** Returns the number of the ticket viewed last in a list. */
export const lastViewed = (from: string): string | undefined => viewed.get(from)

/** Returns the displayed name of a list; undefined if the list has not been shown. */
export const listName = (from: string | undefined): string | undefined =>
  from === undefined ? undefined : orders.get(from)?.name
