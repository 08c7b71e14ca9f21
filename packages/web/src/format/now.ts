import { useSyncExternalStore } from 'react'

/** Milliseconds between two ticks, the maximum delay of texts such as "6 min". */
const TICK = 20_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    now = new Date()
    timer = setInterval(tick, TICK)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the time, and renders again every 20 seconds. One timer serves the whole page. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
