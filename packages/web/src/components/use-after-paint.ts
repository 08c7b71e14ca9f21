import { useEffect, useState } from 'react'

/**
 * Returns false until the component has been painted for the first time. Content that is not visible at first can wait
 * for it.
 */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let task: number | undefined
    // The callback runs before the paint of its frame, the task after it.
    const frame = requestAnimationFrame(() => (task = window.setTimeout(() => setPainted(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [])
  return isPainted
}
