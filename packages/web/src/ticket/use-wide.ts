import { useSyncExternalStore } from 'react'

/** From this width on, the panel stands next to the thread; below, it is a sheet. */
const wide = matchMedia('(min-width: 64em)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Returns true if the panel stands next to the thread. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
