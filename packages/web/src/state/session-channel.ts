import { pathPrefix } from './client.ts'

/** What a tab announces to the other tabs of the browser, which share its session. */
export type Announcement = 'signed in' | 'signed out'

const channel = new BroadcastChannel(`deskbell${pathPrefix} session`)

/** Announces a sign-in or sign-out to the other tabs. */
export function announce(announcement: Announcement): void {
  // A channel within an origin has no target.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(announcement)
}

/** Listens to the announcements of other tabs. Returns a function that stops listening. */
export function onAnnouncement(listen: (announcement: Announcement) => void): () => void {
  const listener = ({ data }: MessageEvent<Announcement>) => listen(data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
