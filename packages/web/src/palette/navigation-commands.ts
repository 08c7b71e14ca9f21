import { useNavigate } from '@tanstack/react-router'
import { overviewIcon } from '../components/overview-icon.ts'
import { keysFor } from '../keys/table.ts'
import { useMessages } from '../messages/messages.tsx'
import { kindsFor } from '../search/kind-rights.ts'
import { isAdministrator } from '../state/permissions.ts'
import { useSession } from '../state/session.tsx'
import { useOverviews } from '../state/use-overviews.ts'
import type { Command } from './commands.ts'

/** The commands that open a screen. */
export function useNavigationCommands(): readonly Command[] {
  const t = useMessages()
  const navigate = useNavigate()
  const { may, permissions } = useSession()
  const isAgent = may('ticket.agent')
  const list = useOverviews(isAgent)
  const [newTicketKeys, searchKeys, notificationsKeys] = [
    keysFor('everywhere', 'newTicket')[0],
    keysFor('everywhere', 'search')[0],
    keysFor('everywhere', 'goToNotifications')[0],
  ] as [string, string, string]
  const accountCommand = (section: string, name: string): Command => ({
    id: `go.account.${section}`,
    name,
    icon: 'gear',
    run: () => void navigate({ to: '/account/$section', params: { section } }),
  })
  return [
    ...onlyIf(isAgent, {
      id: 'go.new',
      name: t('shell.newTicket'),
      icon: 'plus',
      keys: newTicketKeys,
      run: () => void navigate({ to: '/tickets/new' }),
    }),
    ...list.map((overview, index) => ({
      id: `go.${overview.link}`,
      name: t('palette.overview', { name: overview.name }),
      icon: overviewIcon(overview),
      help: String(overview.count),
      // The shortcuts Q 1 to Q 9 open the first nine overviews.
      ...(index < 9 && { keys: `Q ${index + 1}` }),
      run: () => void navigate({ to: '/overviews/$link', params: { link: overview.link } }),
    })),
    ...onlyIf(kindsFor(may).length > 0, {
      id: 'go.search',
      name: t('shell.search'),
      icon: 'search',
      keys: searchKeys,
      run: () => void navigate({ to: '/search' }),
    }),
    ...useDashboardCommands(),
    {
      id: 'go.notifications',
      name: t('notification.title'),
      icon: 'bell',
      keys: notificationsKeys,
      run: () => void navigate({ to: '/notifications' }),
    },
    ...onlyIf(isAdministrator(permissions), {
      id: 'go.administration',
      name: t('shell.administration'),
      icon: 'gear',
      run: () => void navigate({ to: '/admin/$', params: { _splat: '' } }),
    }),
    accountCommand('appearance', t('shell.appearance')),
    { id: 'go.account', name: t('shell.account'), icon: 'user', run: () => void navigate({ to: '/account' }) },
  ]
}

/** The commands that open the dashboard and the user's own day. The first that the user may run has the shortcut. */
function useDashboardCommands(): readonly Command[] {
  const t = useMessages()
  const navigate = useNavigate()
  const { may } = useSession()
  const [keys = ''] = keysFor('everywhere', 'goToDashboard')
  const mayReport = may('report')
  return [
    ...onlyIf(mayReport, {
      id: 'go.dashboard',
      name: t('shell.dashboard'),
      icon: 'chart',
      keys,
      run: () => void navigate({ to: '/dashboard' }),
    }),
    ...onlyIf(may('ticket.agent'), {
      id: 'go.day',
      name: t('shell.ownDay'),
      icon: 'chart',
      ...(mayReport ? {} : { keys }),
      run: () => void navigate({ to: '/dashboard/day' }),
    }),
  ]
}

const onlyIf = (isAllowed: boolean, command: Command): readonly Command[] => (isAllowed ? [command] : [])
