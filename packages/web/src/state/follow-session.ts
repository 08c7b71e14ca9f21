import { client, pathPrefix } from './client.ts'
import { sessionOver } from './session-over.ts'
import { isSigningOut } from './sign-out.ts'

interface Follower {
  /** True while a user is signed in. */
  readonly isSignedIn: () => boolean
  /** Reloads the session. */
  readonly load: () => unknown
}

/**
 * Reloads the session when a user has signed in, and asks for a sign-in when it has ended by itself. Signing in in one
 * tab signs in all tabs. Returns a function that stops following.
 */
export function followSession({ isSignedIn, load }: Follower): () => void {
  const tabs = new BroadcastChannel(`deskbell${pathPrefix} session`)
  tabs.addEventListener('message', () => sessionOver.get() && load())
  const stop = client.on('session', ({ user_id }) => {
    if (isSigningOut()) return
    if (user_id === null && isSignedIn()) return sessionOver.set(true)
    load()
    // A channel within an origin has no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(undefined)
  })
  return () => {
    stop()
    tabs.close()
  }
}
