import type { RefObject } from 'react'
import { useFormats } from '../format/use-formats.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { type Command, useCommands } from '../palette/commands.ts'
import { useChoices } from '../ticket/choices.ts'
import { findTags } from '../ticket/find-tags.ts'
import { propertyMenus } from './bulk-menus.ts'
import { hasFilters, type ListSearch } from './list-address.ts'
import { loadMacros } from './macros.ts'
import { macroOptions, tagOptions } from './options.tsx'
import type { Selection } from './selection.ts'
import type { GridHandle } from './ticket-grid.tsx'
import { type ListState, changeCounts, type TicketList } from './ticket-list.ts'
import type { Bulk } from './use-bulk.ts'
import type { ListActions } from './use-list-actions.ts'
import { showArrived } from './use-list-keys.ts'

interface Options {
  list: TicketList
  state: ListState
  grid: RefObject<GridHandle | null>
  search: ListSearch
  actions: ListActions
  selection: Selection
  bulk: Bulk
  closeTickets: () => void
  onSave: () => void
}

/**
 * Adds the commands of a list to the palette: those for the selected tickets, if there are any, and those for the list.
 */
export function useListCommands(options: Options): void {
  const t = useMessages()
  const formats = useFormats()
  const { state, selection } = options
  const count = selection.isAll ? state.currentCount : selection.size
  const bulk = useBulkCommands(options)
  const commands = useWholeListCommands(options)
  useCommands({ title: t('overview.commands'), commands })
  useCommands({
    title: t('overview.bulk', { count }),
    ...(count > 0 && { chip: t('overview.ticketCount', { count: formats.number(count) }) }),
    commands: count > 0 ? bulk : [],
  })
}

function useBulkCommands({ list, actions, selection, bulk, closeTickets }: Options): readonly Command[] {
  const t = useMessages()
  const choices = useChoices()
  const rows = selection.ids.flatMap((id) => list.row(id) ?? [])
  return [
    { id: 'ticket.close', name: t('overview.close'), icon: 'check', keys: 'E', run: closeTickets },
    ...propertyMenus(t, choices, rows, bulk).map(([property, icon, keys, options, onValue]): Command => {
      const name = t('overview.setValue', { name: t(`overview.bulk_${property}` as TextName) })
      return { id: `ticket.${property}`, name, icon, keys, values: () => options, onValue }
    }),
    {
      id: 'ticket.addTag',
      name: t('overview.addTag'),
      icon: 'tag',
      keys: 'T',
      values: () => tagOptions(rows),
      moreValues: findTags,
      onValue: ({ id }) => bulk.change({ add_tags: [String(id)] }),
    },
    {
      id: 'ticket.macro',
      name: t('overview.runMacro'),
      icon: 'bolt',
      keys: 'M',
      values: async () => macroOptions(await loadMacros(t)),
      onValue: ({ id }) => bulk.runMacro(Number(id)),
    },
    { id: 'ticket.merge', name: t('overview.bulk_merge'), icon: 'merge', run: () => bulk.setOpen('merge') },
    {
      id: 'list.clearSelection',
      name: t('overview.clearSelection'),
      icon: 'close',
      keys: 'Esc',
      run: actions.clearSelection,
    },
  ]
}

function useWholeListCommands({ list, state, grid, search, actions, selection, onSave }: Options): readonly Command[] {
  const t = useMessages()
  const { arrived, departed } = changeCounts(state)
  const count = state.count ?? 0
  const commands: readonly (Command & { readonly isOffered: boolean })[] = [
    {
      id: 'list.showArrived',
      name: t('overview.showArrived'),
      icon: 'up',
      keys: '.',
      run: () => void showArrived(list, grid.current),
      isOffered: arrived + departed > 0,
    },
    {
      id: 'list.selectAll',
      name: t('overview.selectAll', { count }),
      icon: 'check',
      keys: 'Ctrl A',
      run: actions.selectAll,
      isOffered: count > 0 && selection.size === 0,
    },
    {
      id: 'list.saveAsView',
      name: t('overview.saveAsView'),
      icon: 'filter',
      run: onSave,
      isOffered: hasFilters(search),
    },
  ]
  return commands.filter(({ isOffered }) => isOffered)
}
