import { useMemo } from 'react'
import type { Option } from '../components/option-list.tsx'
import { nameOf } from '../format/names.ts'
import { useFormats } from '../format/use-formats.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { type Choices, useChoices } from '../ticket/choices.ts'
import { useCounts } from './facets.ts'
import { type FilterName, type ListSearch, valuesOf } from './list-address.ts'
import { groupOptions, ownerOptions, priorityOptions, stateOptions, tagOptions } from './options.tsx'
import type { TicketList } from './ticket-list.ts'

interface FilterOptions {
  name: FilterName
  list: TicketList
  link: string
  search: ListSearch
  isOpen: boolean
}

/**
 * Returns the values of a filter. While its menu is open, each has its number of tickets. The counts do not affect the
 * order, so that values stay in place when the counts arrive.
 */
export function useFilterOptions({ name, list, link, search, isOpen }: FilterOptions): readonly Option[] {
  const t = useMessages()
  const formats = useFormats()
  const choices = useChoices()
  const counts = useCounts(name, link, search, isOpen)
  const isWanted = isOpen || search[name] !== undefined
  const chosen = valuesOf(search, name).join()
  return useMemo(() => {
    if (!isWanted) return []
    const known = knownOptions(t, name, choices, list)
    const options = [...known, ...otherOptions(t, name, known, list, [...(counts?.keys() ?? []), ...chosen.split(',')])]
    return options.map((option) => ({ ...option, help: counts && formats.number(counts.get(option.id) ?? 0) }))
  }, [t, formats, choices, name, list, counts, chosen, isWanted])
}

/** The values that are known without a request. */
function knownOptions(t: Messages, name: FilterName, choices: Choices, list: TicketList): Option[] {
  if (name === 'state') return stateOptions(choices)
  if (name === 'priority') return priorityOptions(choices)
  if (name === 'group') return groupOptions(choices)
  if (name === 'owner') return ownerOptions(t, choices)
  return tagOptions(list.loadedRows())
}

/** Values of tickets that can no longer be chosen, or that only unloaded rows have. */
function otherOptions(
  t: Messages,
  name: FilterName,
  known: readonly Option[],
  list: TicketList,
  values: Iterable<number | string>,
) {
  const ids = new Set(known.map(({ id }) => id))
  return [...new Set(values)].flatMap((value): Option[] => {
    const id = name === 'tag' ? value : Number(value)
    const label = ids.has(id) ? undefined : nameIn(t, name, list, id)
    return label ? [{ id, name: label }] : []
  })
}

function nameIn(t: Messages, name: FilterName, { related }: TicketList, id: number | string): string | undefined {
  if (name === 'tag') return String(id)
  if (name === 'state') {
    const state = related.states.get(Number(id))
    return state && t.recordName(state.name)
  }
  if (name === 'group') return related.groups.get(Number(id))
  const person = name === 'owner' ? related.people.get(Number(id)) : undefined
  return person && nameOf(person)
}
