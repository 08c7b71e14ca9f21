import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps the newest value for handlers that are registered once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
