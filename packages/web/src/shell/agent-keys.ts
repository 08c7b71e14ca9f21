import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { bufferKeys } from '../keys/buffered-keys.ts'
import type { KeyHandlers } from '../keys/registry.ts'
import { useKeyboard, useKeys } from '../keys/use-keys.ts'
import { openPalette } from '../palette/palette-store.ts'
import { kindsFor } from '../search/kind-rights.ts'
import { useSession, useUser } from '../state/session.tsx'
import { foldSidebar } from '../state/sidebar.ts'
import { useOverviews } from '../state/use-overviews.ts'
import { showKeys } from './keys-help.ts'
import { focusRegion } from './regions.ts'

/**
 * Handles the shortcuts of all screens for agents.
 * @param isRail true if the sidebar is collapsed to icons.
 */
export function useAgentKeys(isRail: boolean): void {
  const navigate = useNavigate()
  const { may } = useSession()
  const isAgent = may('ticket.agent')
  const list = useOverviews(isAgent)
  // Keys that are typed while the screen opens belong to its first field.
  const openWithKeys = (options: NavigateOptions) => () => {
    bufferKeys()
    void navigate(options)
  }
  // The shortcuts Q 1 to Q 9.
  const overviewHandlers = list
    .slice(0, 9)
    .map(({ link }, index) => [
      `overview${index + 1}`,
      () => void navigate({ to: '/overviews/$link', params: { link } }),
    ])
  useKeyboard(useUser().preferences?.['keyboard_shortcuts'] !== false)
  useKeys('everywhere', {
    palette: openPalette,
    keys: showKeys,
    ...((isAgent || may('report')) && {
      goToDashboard: () => void navigate({ to: may('report') ? '/dashboard' : '/dashboard/day' }),
    }),
    goToNotifications: () => void navigate({ to: '/notifications' }),
    ...(kindsFor(may).length > 0 && {
      search: openWithKeys({ to: '/search' }),
      goToSearch: openWithKeys({ to: '/search' }),
    }),
    ...(isAgent && { newTicket: openWithKeys({ to: '/tickets/new' }) }),
    undo: () => toasts.undo(),
    foldSidebar: () => foldSidebar(!isRail),
    nextRegion: () => focusRegion(1),
    previousRegion: () => focusRegion(-1),
    ...(Object.fromEntries(overviewHandlers) as KeyHandlers<'everywhere'>),
  })
}
