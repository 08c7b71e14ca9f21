import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Popup } from '../components/popup.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { useLive } from '../state/use-live.ts'
import { setUnseen } from '../state/window-title.ts'
import { NotificationList } from './notification-list.tsx'
import { groupNotifications, markAllSeen, notifications } from './notifications.ts'

/** The button for notifications. A dot and its name show that some are unseen. */
export function NotificationsButton() {
  const t = useMessages()
  const attempt = useAttempt()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { value: list = [] } = useLive(notifications())
  const unseen = groupNotifications(list).filter(([{ seen }]) => !seen).length
  const close = () => setOpen(false)
  useEffect(() => {
    setUnseen(unseen)
    return () => setUnseen(0)
  }, [unseen])
  return (
    <>
      <IconButton
        ref={opener}
        isSmall
        icon="bell"
        className={unseen > 0 ? 'has-news' : undefined}
        label={t('shell.notifications', { unread: unseen })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Popup opener={opener} onClose={close} className="notifications-popup" onShown={focusFirst}>
          <div role="dialog" aria-labelledby={id}>
            <header className="notifications-head">
              <h2 id={id}>{t('notification.title')}</h2>
              {unseen > 0 && (
                <Button isSmall look="quiet" icon="check" onClick={() => attempt(markAllSeen())}>
                  {t('notification.markAll')}
                </Button>
              )}
              <Link className="link" to="/notifications" onClick={close}>
                {t('notification.all')}
              </Link>
            </header>
            <NotificationList onOpen={close} />
          </div>
        </Popup>
      )}
    </>
  )
}

/** Moves the focus to the first notification, not to the buttons above it. */
const focusFirst = (popup: HTMLElement) =>
  (popup.querySelector<HTMLElement>('.notification') ?? popup.querySelector<HTMLElement>('a'))?.focus()
