import { Button } from '../components/button.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { NotificationList } from './notification-list.tsx'
import { markAllSeen } from './notifications.ts'

/** What the person was told of, on a page of its own. */
export function NotificationsScreen() {
  const t = useMessages()
  const attempt = useAttempt()
  return (
    <>
      <PageBar title={t('notification.title')}>
        <Button isSmall icon="check" onClick={() => attempt(markAllSeen())}>
          {t('notification.markAll')}
        </Button>
      </PageBar>
      <div className="notifications-page">
        <NotificationList />
      </div>
    </>
  )
}
