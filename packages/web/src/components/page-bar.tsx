import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { sidebarSheet } from '../state/sidebar.ts'
import { IconButton } from './button.tsx'
import { useTitle } from './use-title.ts'
import './page-bar.css'

interface PageBarProps {
  title: string
  /** The number of items on the page. */
  count?: ReactNode
  /** An element before the title, such as a link back. */
  before?: ReactNode
  /** Buttons at the end. */
  children?: ReactNode
}

/** The bar at the top of a page: its title, which is also that of the window, and its buttons. */
export function PageBar({ title, count, before, children }: PageBarProps) {
  useTitle(title)
  return (
    <header className="page-bar">
      <SidebarOpener />
      {before}
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {count !== undefined && <span className="count number">{count}</span>}
      <span className="spacer" />
      {children}
    </header>
  )
}

/** The button that opens the sidebar as a sheet, on small screens only. */
export function SidebarOpener() {
  const t = useMessages()
  return (
    <IconButton
      className="menu-opener"
      icon="menu"
      label={t('shell.openSidebar')}
      onClick={() => sidebarSheet.set(true)}
    />
  )
}
