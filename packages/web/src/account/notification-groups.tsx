import { Checkboxes } from '../components/checkboxes.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useChoices } from '../ticket/choices.ts'

interface GroupChoiceProps {
  /** Ids; an empty list stands for all groups. Ids of groups to which the agent has no access are kept. */
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

/**
 * The groups about whose tickets an agent is notified, in addition to their own and subscribed tickets. Shows nothing to
 * an agent with a single group.
 */
export function GroupChoice({ chosen, onChange }: GroupChoiceProps) {
  const t = useMessages()
  const { groups } = useChoices()
  if (groups.length < 2) return null
  return (
    <fieldset className="notification-choices" aria-describedby="notification-groups-help">
      <legend>{t('account.notificationGroups')}</legend>
      <p id="notification-groups-help" className="help">
        {t('account.notificationGroupsHelp')}
      </p>
      <Checkboxes
        choices={groups.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
        chosen={chosen}
        onChange={onChange}
      />
    </fieldset>
  )
}
