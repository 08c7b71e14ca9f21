import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import './empty.css'

/** Milliseconds before the skeletons appear, so that short waits show nothing. */
const SKELETON_DELAY = 150
/** Milliseconds before a sentence says that loading takes long. */
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

/** A placeholder while content is loaded: nothing at first, then the skeletons (`children`), and later a sentence. */
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

/** A bar of about the size of the text that is being loaded. */
export const Skeleton = ({ width = '100%', height }: { width?: string; height?: string }) => (
  <span className="skeleton" style={{ inlineSize: width, ...(height !== undefined && { blockSize: height }) }} />
)
