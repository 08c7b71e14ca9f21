import { classes } from '../components/classes.ts'
import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { useMessages } from '../messages/messages.tsx'
import type { RequestRecord } from './request-types.ts'
import type { Status } from './status.ts'

const icons: Readonly<Record<Status, IconName>> = {
  received: 'state-new',
  working: 'state-open',
  yourTurn: 'your-turn',
  waiting: 'clock',
  solved: 'state-closed',
}

const looks: Partial<Record<Status, string>> = { yourTurn: 'is-your-turn', waiting: 'is-waiting', solved: 'is-done' }

/** The status of a request: an icon and a word. */
export function StatusMark({ request, status }: { request: RequestRecord; status: Status }) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const until = request.pending_time === null ? '' : formats.dayAndTime(new Date(request.pending_time), now)
  return (
    <span className={classes('status', looks[status])}>
      <Icon name={icons[status]} isDirectional={status === 'yourTurn'} />
      {status === 'waiting' ? t('request.waiting', { until }) : t(`request.${status}`)}
    </span>
  )
}
