import { useSyncExternalStore } from 'react'

let text = ''
const listeners = new Set<() => void>()

/** Has screen readers say a sentence when they are idle: a count, an order, a result. It is not shown. */
export function announce(sentence: string): void {
  // The same sentence again is only said if the text changes.
  text = sentence === text ? `${sentence}\u00a0` : sentence
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The place from which screen readers take what `announce` says. A document has one. */
export function Announcer() {
  const sentence = useSyncExternalStore(subscribe, () => text)
  return (
    <div className="for-readers" role="status">
      {sentence}
    </div>
  )
}
