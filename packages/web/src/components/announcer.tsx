import { useSyncExternalStore } from 'react'

let text = ''
const listeners = new Set<() => void>()

/** Lets screen readers announce an invisible sentence when they are idle, such as a number of results or a sort order. */
export function announce(sentence: string): void {
  // An unchanged text would not be announced again.
  text = sentence === text ? `${sentence}\u00a0` : sentence
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The live region for `announce`. A document has one. */
export function Announcer() {
  const sentence = useSyncExternalStore(subscribe, () => text)
  return (
    <div className="for-readers" role="status">
      {sentence}
    </div>
  )
}
