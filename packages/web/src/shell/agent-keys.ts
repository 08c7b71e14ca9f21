import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { keepEarlyKeys, takeEarlyKeys } from '../components/early-keys.tsx'
import { toasts } from '../components/toasts.ts'
import type { KeyHandlers } from '../keys/registry.ts'
import { useKeyboard, useKeys } from '../keys/use-keys.ts'
import { openPalette } from '../palette/palette-store.ts'
import { kindsFor } from '../search/kind-rights.ts'
import { overviews } from '../state/overviews.ts'
import { useSession, useUser } from '../state/session.tsx'
import { foldSidebar } from '../state/sidebar.ts'
import { useLive } from '../state/use-live.ts'
import { showKeys } from './keys-help.ts'
import { focusRegion } from './regions.ts'

/** The keys that work on all screens of agents. */
export function useAgentKeys(isRail: boolean): void {
  const navigate = useNavigate()
  const { may } = useSession()
  const isAgent = may('ticket.agent')
  const { value: all = [] } = useLive(isAgent ? overviews() : undefined)
  /** Goes to a screen whose first field gets what is typed meanwhile. */
  const toField = (options: NavigateOptions) => () => {
    const stop = keepEarlyKeys()
    void navigate(options).finally(() => {
      stop()
      takeEarlyKeys(typeAtCaret)
    })
  }
  const toOverviews = all
    .slice(0, 9)
    .map(({ link }, index) => [
      `overview${index + 1}`,
      () => void navigate({ to: '/overviews/$link', params: { link } }),
    ])
  useKeyboard(useUser().preferences?.['keyboard_shortcuts'] !== false)
  useKeys('everywhere', {
    palette: openPalette,
    keys: showKeys,
    goToNotifications: () => void navigate({ to: '/notifications' }),
    ...(kindsFor(may).length > 0 && {
      search: toField({ to: '/search' }),
      goToSearch: toField({ to: '/search' }),
    }),
    ...(isAgent && { newTicket: toField({ to: '/tickets/new' }) }),
    undo: () => toasts.undo(),
    foldSidebar: () => foldSidebar(!isRail),
    nextRegion: () => focusRegion(1),
    previousRegion: () => focusRegion(-1),
    ...(Object.fromEntries(toOverviews) as KeyHandlers<'everywhere'>),
  })
}

/** Types into the field that has the focus, as a keyboard would. */
const typeAtCaret = (typed: string) => void document.execCommand('insertText', false, typed)
