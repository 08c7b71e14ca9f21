import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { LoadError } from '../components/load-error.tsx'
import { Moment } from '../components/moment.tsx'
import { toasts } from '../components/toasts.ts'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { signOut } from '../state/sign-out.ts'
import { useLive } from '../state/use-live.ts'
import { focusTitle } from './focus-title.ts'

/** A browser in which the user has a session. */
interface Device {
  readonly id: number
  readonly name: string
  readonly ip: string
  readonly updated_at: string
  readonly current: boolean
}

const devices = {
  key: 'user_devices',
  load: () => client.request<Device[]>('GET', 'user_devices'),
  // Sessions have no events.
  events: [],
}

/** The user's sessions, one for each browser. Ending one takes effect at once. */
export function Sessions() {
  const t = useMessages()
  const attempt = useAttempt()
  const view = client.live(devices)
  const { value, error } = useLive(view)
  const end = async ({ id, current }: Device) => {
    if (current) return signOut()
    await client.request('DELETE', `user_devices/${id}`)
    toasts.show({ icon: 'check', text: t('account.sessionEnded') })
    await view.refresh()
    focusTitle()
  }
  if (error !== undefined)
    return <LoadError title={t('account.sessions')} error={error} onRetry={() => void view.refresh()} />
  return (
    <>
      <p className="is-muted">{t('account.sessionsHelp')}</p>
      <ul className="account-list">
        {value?.map((device) => (
          <DeviceLine key={device.id} device={device} onEnd={() => attempt(end(device))} />
        ))}
      </ul>
    </>
  )
}

function DeviceLine({ device: { name, ip, updated_at, current }, onEnd }: { device: Device; onEnd: () => void }) {
  const t = useMessages()
  return (
    <li>
      <span>
        <b>{name || t('account.unknownBrowser')}</b>
        <small>
          {ip}, {t('account.lastSeen')} <Moment at={updated_at} form="distance" />
        </small>
      </span>
      {current && <Chip look="good">{t('account.thisOne')}</Chip>}
      <Button isSmall onClick={onEnd}>
        {current ? t('session.signOut') : t('account.endSession')}
      </Button>
    </li>
  )
}
