import { client } from './client.ts'

let isLeaving = false

/** True while the user ends the session. Otherwise it ended by itself, and the page asks to sign in again. */
export const isSigningOut = (): boolean => isLeaving

/** Ends the session and loads the page anew, so that nothing of the user remains in memory. */
export async function signOut(): Promise<void> {
  isLeaving = true
  try {
    await client.session.signOut()
    location.assign(new URL('sign-in', document.baseURI))
  } catch (error) {
    isLeaving = false
    throw error
  }
}
