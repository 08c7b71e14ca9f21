import { useSyncExternalStore } from 'react'

/** Windows of at least this width have space for the panel next to the thread; in narrower windows it is a sheet. */
const wideWindow = matchMedia('(min-width: 64em)')

const subscribe = (listener: () => void) => {
  wideWindow.addEventListener('change', listener)
  return () => wideWindow.removeEventListener('change', listener)
}

/** Returns true if the panel is next to the thread. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wideWindow.matches)
