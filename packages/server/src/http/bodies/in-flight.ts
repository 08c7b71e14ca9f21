import { Fault } from '../../errors/fault.ts'

/** A body up to this size is never refused for lack of room: the largest one gives way to it. */
const small = 64 * 1024

/** One body, from its first byte until its request is answered. */
export interface Flight {
  /** Counts bytes that have arrived. @throws Fault `busy` when there is no room for them. */
  add(bytes: number): void
  /**
   * Counts what becomes of a text that will be parsed: besides its bytes it takes a string and values.
   * @param bytes the length of the text by now.
   * @throws Fault `busy` when there is no room for it.
   */
  holdText(bytes: number): void
  /** Called when this body has to give way to a small one; undefined once it has been read. */
  giveWay: ((refusal: Fault) => void) | undefined
  readonly end: () => void
}

/**
 * Bounds the memory that bodies take together. Bytes count when they arrive, not when they are announced, so that slow
 * clients occupy only what they have sent. A large body that finds no room is refused; a small one takes the place of the
 * largest that is still being read, so that uploads cannot keep everybody else from writing.
 */
export class InFlight {
  readonly #limit: number
  readonly #flights = new Map<Flight, number>()
  #total = 0

  /** @param limit bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  begin(): Flight {
    let held = 0
    const flight: Flight = {
      giveWay: undefined,
      add: (bytes) => this.#add(flight, bytes),
      holdText: (bytes) => {
        // What small texts become is small.
        const more = 2 * Math.max(0, bytes - small) - held
        if (more <= 0) return
        held += more
        this.#add(flight, more)
      },
      end: () => this.#end(flight),
    }
    this.#flights.set(flight, 0)
    return flight
  }

  #add(flight: Flight, bytes: number): void {
    const size = (this.#flights.get(flight) ?? 0) + bytes
    if (this.#total + bytes > this.#limit && (size > small || !this.#makeRoom(bytes))) throw noRoom()
    this.#flights.set(flight, size)
    this.#total += bytes
  }

  #end(flight: Flight): void {
    this.#total -= this.#flights.get(flight) ?? 0
    this.#flights.delete(flight)
  }

  /** @returns whether the largest body that is still being read was large enough to make room. */
  #makeRoom(bytes: number): boolean {
    const reading = [...this.#flights].filter(([{ giveWay }]) => giveWay !== undefined)
    const [largest, size] = reading.toSorted(([, one], [, other]) => other - one)[0] ?? []
    if (!largest || size === undefined || size <= small || this.#total - size + bytes > this.#limit) return false
    this.#end(largest)
    largest.giveWay?.(noRoom())
    return true
  }
}

const noRoom = () =>
  new Fault('busy', 'Too many large bodies are arriving at once; try again.', { headers: { 'retry-after': '5' } })
