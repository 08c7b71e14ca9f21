/**
 * Resolves in the next turn of the event loop, so that other requests are served in between. Long work awaits it between
 * its steps, even inside a transaction: reads use another connection.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
