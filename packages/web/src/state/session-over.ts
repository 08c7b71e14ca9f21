import { Store } from './store.ts'

/** True when the session ended by itself. The page stays, and asks to sign in again. */
export const sessionOver = new Store(false)
