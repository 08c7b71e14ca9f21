import { Checkboxes } from '../components/checkboxes.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useChoices } from '../ticket/choices.ts'

interface GroupChoiceProps {
  /** Ids; none stands for all groups. Ids of groups that the agent no longer reaches are kept. */
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

/** The groups of whose tickets an agent is notified. Nothing for an agent of a single group. */
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
