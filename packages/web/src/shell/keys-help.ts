import { Store } from '../state/store.ts'

/** True if the list of shortcuts is open. */
export const keysHelp = new Store(false)

/** Opens the list of shortcuts. */
export const showKeys = (): void => keysHelp.set(true)
