/**
 * Lets this turn of the event loop end, so that requests that have arrived are served. Long work takes turns between its
 * steps, also inside a transaction: reads have a connection of their own.
 */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
