import type { ListGroup } from './row-types.ts'

/** A line of a list: a ticket, or the heading of a group of tickets. */
export type Line =
  | { readonly kind: 'ticket'; readonly place: number }
  /** `place` is the position of the group's first ticket. */
  | { readonly kind: 'group'; readonly place: number; readonly group: ListGroup }

/** Heights in pixels: all tickets have one, and all headings of groups another. */
export interface LineHeights {
  readonly rowHeight: number
  readonly headingHeight: number
}

/**
 * The lines of a list: its tickets, with a heading above each group. A place is the position of a ticket, an index that
 * of a line; both are counted from 0.
 */
export class Lines {
  /** Number of lines. */
  readonly count: number
  /** Index of the heading of each group. */
  readonly #headings: readonly number[]
  readonly #groups: readonly ListGroup[]

  /** @param groups in the order of the list; none if it is not grouped. */
  constructor(ticketCount: number, groups: readonly ListGroup[]) {
    let place = 0
    const headings: number[] = []
    for (const { count } of groups) {
      // If tickets were removed after the groups were counted, no tickets are left for the last groups.
      if (place >= ticketCount) break
      headings.push(place + headings.length)
      place += count
    }
    this.count = ticketCount + headings.length
    this.#headings = headings
    this.#groups = groups
  }

  at(index: number): Line {
    const group = this.#groupAt(index)
    const place = index - group - 1
    if (this.#headings[group] !== index) return { kind: 'ticket', place }
    return { kind: 'group', place: place + 1, group: this.#groups[group] as ListGroup }
  }

  /** Returns the index of the line of a ticket. */
  indexOf(place: number): number {
    let index = place
    for (const heading of this.#headings) {
      if (heading > index) break
      index++
    }
    return index
  }

  /** Returns the index of the heading of the group that contains a line; undefined without groups. */
  headingOf(index: number): number | undefined {
    return this.#headings[this.#groupAt(index)]
  }

  /** Returns the pixels from the top of the list to a line. */
  offsetOf(index: number, { rowHeight, headingHeight }: LineHeights): number {
    const headings = this.#groupAt(index - 1) + 1
    return headings * headingHeight + (index - headings) * rowHeight
  }

  /** Returns the index of the line at a number of pixels from the top; the nearest one if there is none. */
  indexAt(offset: number, heights: LineHeights): number {
    let low = 0
    let high = Math.max(0, this.count - 1)
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.offsetOf(middle, heights) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The index of the group that contains a line; -1 if none does. */
  #groupAt(index: number): number {
    let low = -1
    let high = this.#headings.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#headings[middle] as number) <= index) low = middle
      else high = middle - 1
    }
    return low
  }
}
