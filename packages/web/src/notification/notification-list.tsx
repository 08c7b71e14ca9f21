import { systemUser } from '@deskbell/contract'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../components/button.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadError } from '../components/load-error.tsx'
import { Moment } from '../components/moment.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import {
  type NotificationGroup,
  groupNotifications,
  markSeen,
  type Notification,
  notifications,
} from './notifications.ts'
import './notification.css'

const icons: Readonly<Record<Notification['type'], IconName>> = {
  create: 'state-new',
  update: 'history',
  escalation: 'flag',
  escalation_warning: 'clock',
  reminder_reached: 'clock',
  'update.mention': 'at',
  'update.merged_into': 'merge',
  'update.received_merge': 'merge',
}

/** The notifications of the user, newest first. `onOpen` is called when one is opened. */
export function NotificationList({ onOpen }: { onOpen?: () => void }) {
  const t = useMessages()
  const { value: list, error } = useLive(notifications())
  if (!list && error !== undefined) {
    return <LoadError title={t('notification.failed')} error={error} onRetry={retry} />
  }
  if (!list) return null
  if (list.length === 0)
    return (
      <Empty icon="bell" title={t('notification.none')}>
        {t('notification.noneHelp')}
      </Empty>
    )
  return (
    // The arrow keys move the focus between the links, which are focusable themselves.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className="notifications" onKeyDown={moveFocus}>
      {groupNotifications(list).map((group) => (
        <NotificationRow key={group[0].id} group={group} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** The arrow keys, Home and End move the focus between notifications. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.notification')]
  const index = links.findIndex((link) => link.parentElement?.contains(document.activeElement))
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus()
}

const retry = () =>
  void notifications()
    .refresh()
    .catch(() => undefined)

function NotificationRow({ group, onOpen }: { group: NotificationGroup; onOpen: (() => void) | undefined }) {
  const t = useMessages()
  const attempt = useAttempt()
  const { type, o_id, seen, created_by_id, created_at } = group[0]
  const ticket = useLive(client.live(client.tickets(o_id))).value
  const author = useLive(client.live(client.users(created_by_id))).value
  if (!ticket) return null
  const name = author && author.id !== systemUser ? nameOf(author) : t('ticket.theService')
  return (
    <li>
      <Link
        className={seen ? 'notification' : 'notification is-unseen'}
        to="/tickets/$number"
        params={{ number: ticket.number }}
        onClick={() => {
          onOpen?.()
          if (!seen) attempt(markSeen(group))
        }}
      >
        <Icon name={icons[type]} />
        <span className="notification-text">
          <b dir="auto">{ticket.title}</b>
          <span>{t(`notification.${type.replace('.', '_')}` as TextName, { name, count: group.length })}</span>
        </span>
        {!seen && <span className="for-readers">{t('notification.unseen')}</span>}
        <Moment at={created_at} />
      </Link>
      {!seen && (
        <IconButton
          isSmall
          icon="check"
          label={t('notification.markOne')}
          onClick={(event) => {
            // The button disappears; the focus stays at the notification.
            const link = event.currentTarget.parentElement?.querySelector('a')
            link?.focus()
            attempt(markSeen(group))
          }}
        />
      )}
    </li>
  )
}
