import { lazy, Suspense } from 'react'
import { Announcer } from '../components/announcer.tsx'
import { ToastRegion } from '../components/toast-region.tsx'
import { sessionOver } from '../state/session-over.ts'
import { useSession } from '../state/session.tsx'
import { useStore } from '../state/store.ts'
import { AgentShell } from './agent-shell.tsx'
import { SessionOver } from './session-over.tsx'

const CustomerShell = lazy(() => import('./customer-shell.tsx').then((code) => ({ default: code.CustomerShell })))

/** The frame of the screens, for agents or for customers, and overlays. */
export function Shell() {
  const { may } = useSession()
  const isOver = useStore(sessionOver)
  return (
    <>
      {may('ticket.agent') || !may('ticket.customer') ? (
        <AgentShell />
      ) : (
        <Suspense>
          <CustomerShell />
        </Suspense>
      )}
      {isOver && <SessionOver />}
      <Announcer />
      <ToastRegion />
    </>
  )
}
