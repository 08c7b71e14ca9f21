import { client, pathPrefix } from './client.ts'
import { sessionOver } from './session-over.ts'
import { isSigningOut } from './sign-out.ts'

interface Follower {
  /** True while somebody uses the page. */
  readonly isSignedIn: () => boolean
  /** Loads the session anew. */
  readonly load: () => unknown
}

/**
 * Loads the session anew when somebody has signed in, and asks for it when it ended by itself. Signing in in one tab signs in
 * all tabs that ask for it. Returns a function that ends this.
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
