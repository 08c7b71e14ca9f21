/**
 * The processes that serve the same database. Their messages are wake-ups and news: without a
 * connection they are lost, and what must not be missed is polled, too.
 */
export interface Peers {
  /** Sends a message to the other processes, together with the others of some milliseconds. */
  send(topic: string, message: unknown): void
  /**
   * Calls `listener` with the messages of other processes. They arrive once this process takes part, by any other function.
   * @returns a function that ends this.
   */
  onMessage(topic: string, listener: (message: unknown) => void): () => void
  /** Calls `listener` soon after commits of any process, this one included. @returns a function that ends this. */
  onCommit(listener: () => void): () => void
  /** Returns true in the one process that does periodic work. For a moment it can be none. */
  isLeader(): boolean
}

/** Listeners by topic. */
export class Listeners {
  readonly #byTopic = new Map<string, Set<(message: unknown) => void>>()

  add(topic: string, listener: (message: unknown) => void): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  call(topic: string, message: unknown): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener(message)
  }
}
