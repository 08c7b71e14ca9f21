import { Fault } from '../errors/fault.ts'

/** Maximum bytes of a small body. If the memory is used up, such a body evicts the largest one instead of being rejected. */
const SMALL = 64 * 1024

/** A body or a mail in progress, from its first byte until the response. */
export interface BodyInFlight {
  /** Counts received bytes. @throws Fault `busy` if the memory is used up. */
  add(bytes: number): void
  /**
   * Counts the memory that parsing a text takes in addition to its bytes, for a string and its values.
   * @param bytes the current length of the text.
   * @throws Fault `busy` if the memory is used up.
   */
  reserveText(bytes: number): void
  /** Set by the reader of the body while it arrives; called to evict it in favour of a small one. */
  evict: ((refusal: Fault) => void) | undefined
  readonly end: () => void
}

/**
 * Limits the memory of all request bodies, or of all mails, in progress. Bytes count when they arrive, not when a header
 * announces them, so that slow clients occupy only the memory of what they have sent. If the memory is used up, a large
 * body is rejected, and a small one evicts the largest that is still arriving, so that uploads cannot block all other writes.
 */
export class InFlight {
  readonly #limit: number
  readonly #flights = new Map<BodyInFlight, number>()
  #total = 0

  /** @param limit bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  begin(): BodyInFlight {
    let reserved = 0
    const flight: BodyInFlight = {
      evict: undefined,
      add: (bytes) => this.#add(flight, bytes),
      reserveText: (bytes) => {
        // The string takes about as many bytes as the text, and so do its values. The values of small texts are small, too.
        const growth = 2 * Math.max(0, bytes - SMALL) - reserved
        if (growth <= 0) return
        reserved += growth
        this.#add(flight, growth)
      },
      end: () => this.#end(flight),
    }
    this.#flights.set(flight, 0)
    return flight
  }

  #add(flight: BodyInFlight, bytes: number): void {
    const size = (this.#flights.get(flight) ?? 0) + bytes
    if (this.#total + bytes > this.#limit && (size > SMALL || !this.#makeRoom(bytes))) throw noRoom()
    this.#flights.set(flight, size)
    this.#total += bytes
  }

  #end(flight: BodyInFlight): void {
    this.#total -= this.#flights.get(flight) ?? 0
    this.#flights.delete(flight)
  }

  /** Evicts the largest body that is still arriving. @returns false, without evicting it, if that is not enough. */
  #makeRoom(bytes: number): boolean {
    const arriving = [...this.#flights].filter(([{ evict }]) => evict !== undefined)
    const [largest, size] = arriving.toSorted(([, sizeA], [, sizeB]) => sizeB - sizeA)[0] ?? []
    if (!largest || size === undefined || size <= SMALL || this.#total - size + bytes > this.#limit) return false
    this.#end(largest)
    largest.evict?.(noRoom())
    return true
  }
}

const noRoom = () =>
  new Fault('busy', 'Too many large bodies are arriving at once; try again.', { headers: { 'retry-after': '5' } })
