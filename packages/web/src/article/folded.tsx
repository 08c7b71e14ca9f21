import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Quoted text or a signature, folded to one pill. */
export function Folded({
  kind,
  lines,
  children,
}: {
  kind: 'quoted' | 'signature'
  lines: number
  children: ReactNode
}) {
  const t = useMessages()
  return (
    <details className="quoted">
      <summary>
        <Icon name="more" />
        {t(kind === 'quoted' ? 'article.quoted' : 'article.signature', { lines })}
      </summary>
      <blockquote dir="auto">{children}</blockquote>
    </details>
  )
}
