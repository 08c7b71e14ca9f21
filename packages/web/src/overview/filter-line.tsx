import { type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import type { Option } from '../components/option-list.tsx'
import { Picker } from '../components/picker.tsx'
import { moveInToolbar } from '../components/toolbar-keys.ts'
import { Icon } from '../icon/icon.tsx'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { useFormats } from '../format/use-formats.ts'
import { type FilterName, hasFilters, type ListSearch, toggleValue, valuesOf, withValues } from './list-address.ts'
import { useFilterOptions } from './use-filter-options.ts'
import type { TicketList } from './ticket-list.ts'
import './filter-line.css'

interface FilterLineProps {
  list: TicketList
  link: string
  search: ListSearch
  onSearch: (search: ListSearch) => void
  onSave: () => void
  children: ReactNode
}

const usualFilters: readonly FilterName[] = ['state', 'group', 'owner', 'tag']

/** The filters of a list as pills: dashed while unused, filled when active. */
export function FilterLine({ list, link, search, onSearch, onSave, children }: FilterLineProps) {
  const t = useMessages()
  const [opened, setOpened] = useState<FilterName>()
  const names = [
    ...usualFilters,
    ...(['priority'] as const).filter((name) => search[name] !== undefined || opened === name),
  ]
  return (
    // The focus is on its buttons.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="list-tools" role="toolbar" aria-label={t('overview.filters')} onKeyDown={moveInToolbar}>
      {names.map((name) => (
        <Filter key={name} {...{ name, list, link, search, onSearch }} isOpen={opened === name} onOpen={setOpened} />
      ))}
      {search.waiting && (
        <ActiveFilter
          name={t('overview.onlyWaiting')}
          label={t('overview.filter_waiting')}
          onRemove={() => onSearch(without(search, 'waiting'))}
        />
      )}
      {search.q !== undefined && (
        <ActiveFilter name={search.q} label={t('overview.filter_q')} onRemove={() => onSearch(without(search, 'q'))} />
      )}
      <Menu
        button={
          <button type="button" className="filter">
            <Icon name="plus" />
            {t('overview.more')}
          </button>
        }
      >
        <MenuItem icon="priority-high" onChoose={() => setOpened('priority')}>
          {t('overview.filter_priority')}
        </MenuItem>
        <MenuItem icon="your-turn" onChoose={() => onSearch({ ...search, waiting: '1' })}>
          {t('overview.onlyWaiting')}
        </MenuItem>
      </Menu>
      {hasFilters(search) && (
        <Button look="quiet" isSmall className="only-wide" onClick={onSave}>
          {t('overview.saveAsView')}
        </Button>
      )}
      <span className="spacer" />
      {children}
    </div>
  )
}

function without(search: ListSearch, name: 'waiting' | 'q'): ListSearch {
  const { [name]: _, ...others } = search
  return others
}

interface FilterProps extends Pick<FilterLineProps, 'list' | 'link' | 'search' | 'onSearch'> {
  name: FilterName
  isOpen: boolean
  onOpen: (name: FilterName | undefined) => void
}

function Filter({ name, list, link, search, onSearch, isOpen, onOpen }: FilterProps) {
  const t = useMessages()
  const formats = useFormats()
  const options = useFilterOptions({ name, list, link, search, isOpen })
  const label = t(`overview.filter_${name}` as TextName)
  const chosen = valuesOf(search, name)
  const isSet = chosen.length > 0
  const names = chosen.map((id) => options.find((option) => String(option.id) === id)?.name ?? id)
  const choose = (option: Option) => onSearch(toggleValue(search, name, String(option.id)))
  return (
    <span className={isSet ? 'filter is-set' : 'filter-offer'}>
      <Picker
        label={label}
        options={options}
        chosen={name === 'tag' ? chosen : chosen.map(Number)}
        isMultiple
        isOpen={isOpen}
        onOpenChange={(isNowOpen) => onOpen(isNowOpen ? name : undefined)}
        onChoose={choose}
        button={
          <button type="button" className={isSet ? undefined : 'filter'}>
            {!isSet && <Icon name="plus" />}
            {isSet ? t('overview.filterSet', { name: label, values: formats.list(names) }) : label}
          </button>
        }
      />
      {isSet && <RemoveFilter label={label} onRemove={() => onSearch(withValues(search, name, []))} />}
    </span>
  )
}

const ActiveFilter = ({ name, label, onRemove }: { name: string; label: string; onRemove: () => void }) => (
  <span className="filter is-set">
    <span>{name}</span>
    <RemoveFilter label={label} onRemove={onRemove} />
  </span>
)

function RemoveFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useMessages()
  const name = t('overview.removeFilter', { name: label })
  return (
    <button type="button" className="filter-remove" aria-label={name} title={name} onClick={onRemove}>
      <Icon name="close" />
    </button>
  )
}
