import { Store } from '../state/store.ts'

/** True if the list of keys is open. */
export const keysHelp = new Store(false)

/** Opens the list of keys. */
export const showKeys = (): void => keysHelp.set(true)
