import { useMemo, useSyncExternalStore } from 'react'

/** Returns whether a media query fits, and renders again when that changes: `(max-width: 79.9375em)`. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
}
