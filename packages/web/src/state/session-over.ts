import { Store } from './store.ts'

/** True after the session has ended by itself. The page stays, and asks the user to sign in again. */
export const sessionOver = new Store(false)
