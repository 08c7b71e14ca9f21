import { useEffect } from 'react'
import { useSession } from '../state/session.tsx'
import { setTitle } from '../state/window-title.ts'

/** Sets the title of the window: that of the page, and the name of the desk: "Open · Nordlicht". */
export function useTitle(title: string): void {
  const { config } = useSession()
  const desk = config.organization || config.product_name || 'Deskbell'
  useEffect(() => {
    setTitle(title ? `${title} · ${desk}` : desk)
  }, [title, desk])
}
