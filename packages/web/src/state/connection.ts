import { client } from './client.ts'
import { Store, useStore } from './store.ts'

/** The connection to the service: since when it is missing, or undefined while there is one. */
const offlineSince = new Store<Date | undefined>(undefined)

const lose = () => offlineSince.set(offlineSince.get() ?? new Date())
const regain = () => offlineSince.set(undefined)

client.on('stream', ({ connected }) => (connected ? regain() : lose()))
addEventListener('offline', lose)

/** Returns since when there is no connection to the service, or undefined. */
export const useOfflineSince = (): Date | undefined => useStore(offlineSince)
