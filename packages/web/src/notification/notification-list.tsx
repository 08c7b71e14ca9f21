import { systemUser } from '@deskbell/contract'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../components/button.tsx'
import { Empty, LoadError } from '../components/empty.tsx'
import { Moment } from '../components/moment.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { type Group, grouped, markSeen, type Notification, notifications } from './notifications.ts'
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
  const { value: all, error } = useLive(notifications())
  if (!all && error !== undefined) {
    return <LoadError title={t('notification.failed')} error={error} onRetry={retry} />
  }
  if (!all) return null
  if (all.length === 0)
    return (
      <Empty icon="notify" title={t('notification.none')}>
        {t('notification.noneHelp')}
      </Empty>
    )
  return (
    // The arrows move the focus between links, which have it by themselves.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className="notifications" onKeyDown={moveFocus}>
      {grouped(all).map((group) => (
        <NotificationRow key={group[0].id} group={group} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** The arrows, Home and End move the focus from one notification to another. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.notification')]
  const place = links.findIndex((link) => link.parentElement?.contains(document.activeElement))
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus()
}

const retry = () =>
  void notifications()
    .refresh()
    .catch(() => undefined)

function NotificationRow({ group, onOpen }: { group: Group; onOpen: (() => void) | undefined }) {
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
