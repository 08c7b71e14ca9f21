import { Button } from '../components/button.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { useLive } from '../state/use-live.ts'
import { NotificationList } from './notification-list.tsx'
import { markAllSeen, notifications } from './notifications.ts'

/** The notifications of the user, on a page of their own. */
export function NotificationsScreen() {
  const t = useMessages()
  const attempt = useAttempt()
  const { value: list = [] } = useLive(notifications())
  return (
    <>
      <PageBar title={t('notification.title')}>
        {list.some(({ seen }) => !seen) && (
          <Button isSmall icon="check" onClick={() => attempt(markAllSeen())}>
            {t('notification.markAll')}
          </Button>
        )}
      </PageBar>
      <div className="notifications-page">
        <NotificationList />
      </div>
    </>
  )
}
