import { useSyncExternalStore } from 'react'

/** Windows with this width have space for the panel next to the thread; in narrower ones it is a sheet. */
const wide = matchMedia('(min-width: 64em)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Returns true if the panel is next to the thread. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
