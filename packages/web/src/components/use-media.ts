import { useMemo, useSyncExternalStore } from 'react'

/** Returns true if a media query such as `(max-width: 79.9375em)` matches, and renders again when that changes. */
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
