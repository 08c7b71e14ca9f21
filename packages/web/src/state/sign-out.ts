import { client } from './client.ts'
import { sessionChannel } from './session-channel.ts'

let isInProgress = false

/** True while the user signs out. Otherwise the end of a session makes the page ask for a sign-in. */
export const isSigningOut = (): boolean => isInProgress

/** Ends the session and reloads the page, so that no data of the user remains in memory. */
export async function signOut(): Promise<void> {
  isInProgress = true
  try {
    await client.session.signOut()
    sessionChannel.post('signed out')
    location.assign(new URL('sign-in', document.baseURI))
  } catch (error) {
    isInProgress = false
    throw error
  }
}
