/**
 * Resolves in the next turn of the event loop, so that other requests are served in between. Long work awaits it
 * between its steps, even inside a transaction: reads use another connection.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Milliseconds for which a transaction may keep the event loop from other requests. */
const MAX_TURN = 1

/** Measures for how long a transaction has kept the event loop busy, and lets other requests run in between. */
export class Turns {
  #began = performance.now()

  /** Starts the measurement, when a transaction begins. */
  begin(): void {
    this.#began = performance.now()
  }

  /** Resolves in the next turn if this one has taken too long; returns undefined otherwise. */
  pause(): Promise<void> | undefined {
    if (performance.now() - this.#began < MAX_TURN) return undefined
    return nextTurn().then(() => this.begin())
  }
}
