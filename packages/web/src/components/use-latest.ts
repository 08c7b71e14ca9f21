import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a ref to the newest value, for handlers that are registered only once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
