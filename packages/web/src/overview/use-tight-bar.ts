import { useLayoutEffect, useRef } from 'react'

/** Returns the ref of a bar that gets the class `is-tight` while its texts do not fit; icons with tooltips remain. */
export function useTightBar() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => measure(ref.current))
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(() => measure(ref.current))
    if (ref.current?.parentElement) sizes.observe(ref.current.parentElement)
    return () => sizes.disconnect()
  }, [])
  return ref
}

function measure(bar: HTMLElement | null): void {
  bar?.classList.remove('is-tight')
  bar?.classList.toggle('is-tight', bar.scrollWidth > bar.clientWidth)
}
