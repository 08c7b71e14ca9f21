import { client } from './client.ts'
import { Store, useStore } from './store.ts'

/** The time when the connection to the service was lost; undefined while there is one. */
const offlineSince = new Store<Date | undefined>(undefined)

const lose = () => offlineSince.set(offlineSince.get() ?? new Date())
const regain = () => offlineSince.set(undefined)

/**
 * Sends a request to find out whether the service answers again; the listener for responses below handles the answer. The
 * stream may be silent for a while, or wait before it tries again.
 */
const probe = () => void (offlineSince.get() && client.request('GET', 'users/me').catch(() => undefined))

client.on('stream', ({ connected }) => (connected ? regain() : lose()))
// A status of 500 or more may come from a proxy in front of a service that does not answer. A response that arrives
// while the browser is offline was sent before the connection was lost.
client.on('response', ({ status }) => status < 500 && navigator.onLine && regain())
addEventListener('offline', lose)
addEventListener('online', probe)

/** Returns the time when the connection to the service was lost; undefined while there is one. */
export const useOfflineSince = (): Date | undefined => useStore(offlineSince)
