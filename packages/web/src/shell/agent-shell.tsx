import { Outlet, useMatchRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { useWriteQueue } from '../editor/use-write-queue.ts'
import { useMedia } from '../components/use-media.ts'
import { useMessages } from '../messages/messages.tsx'
import { paletteOpen } from '../palette/palette-store.ts'
import { sidebarFold, sidebarSheet } from '../state/sidebar.ts'
import { useStore } from '../state/store.ts'
import { useAgentKeys } from './agent-keys.ts'
import { keysHelp } from './keys-help.ts'
import { Sidebar } from './sidebar.tsx'
import './shell.css'

const KeysDialog = lazy(() => import('../keys/keys-dialog.tsx').then(({ KeysDialog }) => ({ default: KeysDialog })))

const AdminSidebar = lazy(() => import('../admin/admin-sidebar.tsx').then((code) => ({ default: code.AdminSidebar })))

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(() => loadPalette().then(({ Palette }) => ({ default: Palette })))

/** Milliseconds after which the palette is preloaded. */
const IDLE_DELAY = 2000

/** The frame of the screens for agents: the sidebar, the screen, and overlays. */
export function AgentShell() {
  const t = useMessages()
  // Narrower than 1280 pixels, as in the style sheets.
  const isNarrow = useMedia('(max-width: 79.9375em)')
  const fold = useStore(sidebarFold)
  const isRail = fold === undefined ? isNarrow : fold === 'folded'
  useAgentKeys(isRail)
  useWriteQueue()
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <div className={isRail ? 'app is-rail' : 'app'}>
        <CurrentSidebar />
        <main id="main" tabIndex={-1} data-region="main">
          <Outlet />
        </main>
      </div>
      <SidebarSheet />
      <Overlays />
    </>
  )
}

/** The sidebar of the administration on its screens, otherwise that with the overviews. */
function CurrentSidebar() {
  const isAdmin = useMatchRoute()({ to: '/admin/$' }) !== false
  if (!isAdmin) return <Sidebar />
  return (
    <Suspense fallback={<aside className="sidebar" />}>
      <AdminSidebar />
    </Suspense>
  )
}

/** The sidebar on small screens. Choosing an entry closes it. */
function SidebarSheet() {
  const t = useMessages()
  const isOpen = useStore(sidebarSheet)
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => sidebarSheet.set(false)), [router])
  if (!isOpen) return null
  return (
    <Dialog
      title={t('shell.overviews')}
      isTitleHidden
      kind="sheet-start"
      className="sidebar-sheet"
      onClose={() => sidebarSheet.set(false)}
    >
      <CurrentSidebar />
    </Dialog>
  )
}

/** The overlays: the palette and the list of shortcuts. */
function Overlays() {
  const hasKeys = useStore(keysHelp)
  const hasPalette = useStore(paletteOpen)
  useEffect(() => {
    // If this fails, the palette is loaded when it is opened.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), IDLE_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Suspense>{hasPalette && <Palette />}</Suspense>
      <Suspense>{hasKeys && <KeysDialog onClose={() => keysHelp.set(false)} />}</Suspense>
    </>
  )
}
