/**
 * The processes that serve the same database. Messages between them can be lost while there is no connection, so
 * everything that must not be missed is polled, too.
 */
export interface Peers {
  /** Sends a message to the other processes, batched with the messages of the same few milliseconds. */
  send(topic: string, message: unknown): void
  /**
   * Calls `listener` with the messages of other processes. They arrive once this process is connected; any of the other
   * functions connects it. @returns a function that removes the listener.
   */
  onMessage(topic: string, listener: (message: unknown) => void): () => void
  /**
   * Calls `listener` soon after commits of any process, this one included.
   * @returns a function that removes the listener.
   */
  onCommit(listener: () => void): () => void
  /** Returns true in the one process that does periodic work. While leadership changes, there may be none. */
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
