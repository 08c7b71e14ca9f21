import { Button } from '../components/button.tsx'
import { Menu, MenuItem, MenuLine } from '../components/menu.tsx'
import { Icon } from '../icon/icon.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { useFiguresTexts } from './figures-texts.ts'

interface GroupMenuProps {
  group: number | undefined
  onGroup: (group: number | undefined) => void
}

/** The user's groups that have open tickets or had any in the last two weeks. */
const groupsWithTickets = () =>
  client.live({
    key: 'groups with tickets',
    load: async () => {
      const { rows } = await client.reports.tickets({ by: 'group' })
      return rows.flatMap(({ id, name }) => (id && name ? [{ id, name }] : []))
    },
    events: [],
  })

/** A menu of groups; by default, figures cover all of the user's groups. */
export function GroupMenu({ group, onGroup }: GroupMenuProps) {
  const t = useFiguresTexts()
  const { value: groups = [] } = useLive(groupsWithTickets())
  const name = groups.find(({ id }) => id === group)?.name ?? t('allGroups')
  return (
    <Menu
      align="end"
      button={
        <Button isSmall icon="users" aria-label={`${t('group')}: ${name}`}>
          <span className="only-wide">
            <bdi>{name}</bdi>
          </span>
          <Icon name="down" />
        </Button>
      }
    >
      <MenuItem isChecked={group === undefined} onChoose={() => onGroup(undefined)}>
        {t('allGroups')}
      </MenuItem>
      <MenuLine />
      {groups.map((option) => (
        <MenuItem key={option.id} isChecked={option.id === group} onChoose={() => onGroup(option.id)}>
          <bdi>{option.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
