import { client } from './client.ts'
import { Store, useStore } from './store.ts'

/** The time when the connection to the service was lost; undefined while there is one. */
const offlineSince = new Store<Date | undefined>(undefined)

const lose = () => offlineSince.set(offlineSince.get() ?? new Date())
const regain = () => offlineSince.set(undefined)

client.on('stream', ({ connected }) => (connected ? regain() : lose()))
addEventListener('offline', lose)

/** Returns the time when the connection to the service was lost; undefined while there is one. */
export const useOfflineSince = (): Date | undefined => useStore(offlineSince)
