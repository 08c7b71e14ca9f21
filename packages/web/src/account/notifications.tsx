import { Checkboxes } from '../components/checkboxes.tsx'
import { Options } from '../components/options.tsx'
import {
  defaultNotifications,
  DIGEST_HOUR,
  notificationChannels,
  notificationEvents,
  type NotificationChoice,
  type NotificationEvent,
  type NotificationMatrix,
  type NotificationReason,
  notificationReasons,
} from '@deskbell/contract'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import { LoadError } from '../components/load-error.tsx'
import { SelectField } from '../components/select-field.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { Failure } from './failure.tsx'
import { GroupChoice } from './notification-groups.tsx'

const me = {
  key: 'own preferences',
  load: () => client.request<{ readonly preferences: Preferences }>('GET', 'users/me'),
  // Loaded again after each save.
  events: [],
}

/** Chooses the events and tickets about which an agent is notified, the channels, and the daily digest. */
export function Notifications() {
  const t = useMessages()
  const view = client.live(me)
  const { value, error } = useLive(view)
  const reload = () => view.refresh()
  if (error !== undefined)
    return <LoadError title={t('account.notifications')} error={error} onRetry={() => void reload()} />
  return value && <NotificationForm preferences={value.preferences} onSaved={reload} />
}

interface FormProps {
  readonly preferences: Preferences
  readonly onSaved: () => Promise<unknown>
}

function NotificationForm({ preferences, onSaved }: FormProps) {
  const t = useMessages()
  const [matrix, setMatrix] = useState(() => matrixIn(preferences))
  const [groups, setGroups] = useState(() => groupsIn(preferences))
  const [hasDigest, setHasDigest] = useState(preferences?.['mail_digest'] === true)
  const [hour, setHour] = useState(() => String(Number(preferences?.['mail_digest_hour'] ?? DIGEST_HOUR)))
  const { isBusy, failure, errorOf, onSubmit } = useSubmit(async () => {
    const notification_config = { ...configIn(preferences), matrix, group_ids: groups }
    const json = { notification_config, mail_digest: hasDigest, mail_digest_hour: Number(hour) }
    await client.request('PUT', 'users/preferences', { json })
    await onSaved()
    toasts.show({ icon: 'check', text: t('account.saved') })
  })
  return (
    <form onSubmit={onSubmit}>
      <Failure error={failure} />
      <p className="is-muted">{t('account.notificationsHelp')}</p>
      <Matrix matrix={matrix} onChange={setMatrix} />
      <GroupChoice chosen={groups} onChange={setGroups} />
      <Digest {...{ hasDigest, setHasDigest, hour, setHour }} error={errorOf('mail_digest_hour')} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('account.save')}
      </Button>
    </form>
  )
}

interface DigestProps {
  hasDigest: boolean
  setHasDigest: (hasDigest: boolean) => void
  hour: string
  setHour: (hour: string) => void
  error: string | undefined
}

/** The choice of a daily e-mail, and of its hour. */
function Digest({ hasDigest, setHasDigest, hour, setHour, error }: DigestProps) {
  const t = useMessages()
  return (
    <fieldset className="notification-choices">
      <legend>{t('account.digest')}</legend>
      <Checkbox
        label={t('account.digestOn')}
        help={t('account.digestHelp')}
        isChecked={hasDigest}
        onChange={setHasDigest}
      />
      {hasDigest && (
        <SelectField label={t('account.digestHour')} value={hour} error={error} onChange={setHour}>
          <Options of={hours.map((option) => [option, `${option.padStart(2, '0')}:00`])} />
        </SelectField>
      )}
    </fieldset>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))

/** The labels of the reasons; `no` stands for all tickets. */
const reasonTexts: Readonly<Record<NotificationReason, TextName>> = {
  owned_by_me: 'account.assignedToMe',
  owned_by_nobody: 'account.withoutOwner',
  subscribed: 'account.subscribedTickets',
  no: 'account.allTickets',
}

interface MatrixProps {
  readonly matrix: NotificationMatrix
  readonly onChange: (matrix: NotificationMatrix) => void
}

/** The choices for each event. */
function Matrix({ matrix, onChange }: MatrixProps) {
  return notificationEvents.map((event) => (
    <EventChoice
      key={event}
      event={event}
      choice={matrix[event]}
      onChange={(choice) => onChange({ ...matrix, [event]: choice })}
    />
  ))
}

interface EventChoiceProps {
  event: NotificationEvent
  choice: NotificationChoice
  onChange: (choice: NotificationChoice) => void
}

/** The choices for an event: for which tickets the agent is notified, and through which channels. */
function EventChoice({ event, choice, onChange }: EventChoiceProps) {
  const t = useMessages()
  const { criteria, channel } = choice
  return (
    <fieldset className="notification-choices">
      <legend>{t(`account.event_${event}`)}</legend>
      <Checkboxes
        choices={notificationReasons.map((name) => ({ value: name, label: t(reasonTexts[name]) }))}
        chosen={notificationReasons.filter((name) => criteria[name])}
        onChange={(chosen) =>
          onChange({ ...choice, criteria: { ...criteria, ...flagsOf(notificationReasons, chosen) } })
        }
      />
      <div className="notification-channels" role="group" aria-label={t('account.notifiedBy')}>
        <Checkboxes
          choices={notificationChannels.map((name) => ({ value: name, label: t(`account.channel_${name}`) }))}
          chosen={notificationChannels.filter((name) => channel[name])}
          onChange={(chosen) =>
            onChange({ ...choice, channel: { ...channel, ...flagsOf(notificationChannels, chosen) } })
          }
        />
      </div>
    </fieldset>
  )
}

const flagsOf = <Name extends string>(names: readonly Name[], chosen: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, chosen.includes(name)])) as Record<Name, boolean>

type Preferences = Readonly<Record<string, unknown>> | undefined

const configIn = (preferences: Preferences) =>
  (preferences?.['notification_config'] ?? {}) as {
    readonly matrix?: Partial<NotificationMatrix>
    readonly group_ids?: unknown
  }

/** Returns the ids of the chosen groups; an empty list stands for all groups, which other clients write as `-`. */
function groupsIn(preferences: Preferences): readonly number[] {
  const { group_ids } = configIn(preferences)
  return Array.isArray(group_ids) ? group_ids.map(Number).filter((id) => id > 0) : []
}

/** Returns the choices of the agent, completed with the defaults. */
function matrixIn(preferences: Preferences): NotificationMatrix {
  const chosen = configIn(preferences).matrix ?? {}
  const complete = notificationEvents.map((event) => {
    const defaults = defaultNotifications.matrix[event]
    const criteria = { ...defaults.criteria, ...chosen[event]?.criteria }
    const channel = { ...defaults.channel, ...chosen[event]?.channel }
    return [event, { criteria, channel }]
  })
  return Object.fromEntries(complete) as NotificationMatrix
}
