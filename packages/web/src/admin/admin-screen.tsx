import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { Loading, Skeleton } from '../components/loading.tsx'
import { NotFound } from '../components/not-found.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { AdminCommands } from './admin-commands.ts'
import { allowedGroups } from './admin-pages.ts'
import './admin.css'

/** The administration screen at an address. Screens that the user may not open do not exist for them. */
export function AdminScreen() {
  const t = useMessages()
  const { may } = useSession()
  const [id, ...pathParts] = (useParams({ strict: false })._splat ?? '').split('/').filter(Boolean)
  const groups = allowedGroups(may)
  const pages = groups.flatMap((group) => group.pages)
  const page = id === undefined ? pages[0] : pages.find((other) => other.id === id)
  useFocusOnMain(page?.id)
  if (!page) return <NotFound />
  return (
    <Suspense fallback={<AdminLoading label={t('shell.administration')} />}>
      <page.Screen key={page.id} pathParts={pathParts} />
      <AdminCommands />
    </Suspense>
  )
}

/** Moves the focus from the link in the sidebar to the screen that it opens, so that Tab continues there. */
function useFocusOnMain(id: string | undefined): void {
  const previous = useRef(id)
  useEffect(() => {
    if (previous.current === id) return
    previous.current = id
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [id])
}

/** A placeholder while the code or the texts of a screen are loaded. */
function AdminLoading({ label }: { label: string }) {
  return (
    <>
      <PageBar title="" />
      <Loading label={label}>
        <div className="table-side">
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton />
        </div>
      </Loading>
    </>
  )
}
