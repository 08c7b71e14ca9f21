/** A channel between the tabs of this browser. A tab does not receive what it posts itself. */
export interface TabChannel<Message> {
  readonly post: (message: Message) => void
  /** Returns a function that stops listening. */
  readonly listen: (listener: (message: Message) => void) => () => void
}

/** Opens a channel to the other tabs. */
export function openTabChannel<Message>(name: string): TabChannel<Message> {
  const channel = new BroadcastChannel(name)
  return {
    // A channel within an origin has no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
