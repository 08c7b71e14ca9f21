import { client } from './client.ts'
import { sessionChannel } from './session-channel.ts'
import { sessionOver } from './session-over.ts'
import { isSigningOut } from './sign-out.ts'

interface Follower {
  /** True while a user is signed in. */
  readonly isSignedIn: () => boolean
  /** Reloads the session. */
  readonly load: () => unknown
}

/**
 * Reloads the session when a user has signed in or out, and asks for a sign-in when it has ended by itself. A sign-out in
 * one tab applies to all tabs, a sign-in to those that ask for one. Returns a function that stops following.
 */
export function followSession({ isSignedIn, load }: Follower): () => void {
  const stopListening = sessionChannel.listen((change) => {
    if (change === 'signed out' || sessionOver.get() || !isSignedIn()) load()
  })
  const stop = client.on('session', ({ user_id }) => {
    if (isSigningOut()) return
    if (user_id === null && isSignedIn()) return sessionOver.set(true)
    load()
    if (user_id !== null) sessionChannel.post('signed in')
  })
  return () => {
    stop()
    stopListening()
  }
}
