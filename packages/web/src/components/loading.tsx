import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import './empty.css'

/** Milliseconds before the skeletons appear, so that short waits show nothing. */
const SKELETON_DELAY = 150
const SENTENCE_DELAY = 8000

/** Returns true once the given milliseconds have passed. */
export function useDelay(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}

/** A placeholder for loading content: nothing at first, then `children`, the skeletons, and later a sentence. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  const t = useMessages()
  const isShown = useDelay(SKELETON_DELAY)
  const isLong = useDelay(SENTENCE_DELAY)
  return (
    <div className="loading" role="region" aria-busy="true" aria-label={label}>
      {isShown && children}
      {isLong && (
        <p className="loading-long" role="status">
          {t('components.takesLong')}
        </p>
      )}
    </div>
  )
}

/** A bar with the size of the text that is loaded. */
export const Skeleton = ({ width = '100%', height }: { width?: string; height?: string }) => (
  <span className="skeleton" style={{ inlineSize: width, ...(height !== undefined && { blockSize: height }) }} />
)
