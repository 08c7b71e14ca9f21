import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { announce } from '../components/announcer.tsx'
import { Chip } from '../components/chip.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Key } from '../components/key.tsx'
import { Matched } from '../components/matched.tsx'
import { match } from '../components/matching.ts'
import { type Option, OptionList, optionId, useActiveOption } from '../components/option-list.tsx'
import { useFoundOptions, useMatchingOptions } from '../components/use-found-options.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { kindsFor } from '../search/kind-rights.ts'
import { useSession } from '../state/session.tsx'
import { useStore } from '../state/store.ts'
import { type Command, type CommandGroup, commandGroups } from './commands.ts'
import { type SearchHit, searcherFor, useRecentTickets } from './search-hits.tsx'
import { useKeyCommands } from './key-commands.ts'
import { closePalette } from './palette-store.ts'
import { useNavigationCommands } from './navigation-commands.ts'
import { countUse, rank, readUses } from './ranking.ts'
import './palette.css'

/** An entry of the palette, with its action. */
type Entry = Option & { readonly onChoose: () => void }

const choose = (option: Option) => (option as Entry).onChoose()

/** The shortcut of the entry that searches everything. */
const searchKeys = 'Ctrl Enter'

/** A box for commands, screens, tickets and people. */
export function Palette() {
  const t = useMessages()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { entries, chip, leave } = useEntries(typed, setTyped)
  const active = useActiveOption(entries, choose)
  useEffect(() => announce(t('components.options', { count: entries.length })), [t, entries.length])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '') leave?.()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      entries.find(({ keys }) => keys === searchKeys)?.onChoose()
    else active.onKey(event)
  }
  return (
    <Dialog title={t('palette.title')} isTitleHidden className="palette" onClose={closePalette}>
      <div className="palette-input">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={optionId(id, active.index)}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
        />
        {chip !== undefined && <Chip look="accent">{chip}</Chip>}
      </div>
      <OptionList id={id} label={t('palette.title')} options={entries} active={active} onChoose={choose}>
        {({ name }) => <Matched typed={typed} name={name} />}
      </OptionList>
      <Foot />
    </Dialog>
  )
}

function useEntries(typed: string, setTyped: (text: string) => void) {
  const t = useMessages()
  const groups = useStore(commandGroups).map(({ current }) => current)
  const { screen, everywhere } = useKeyCommands(
    groups.flatMap(({ commands }) => commands.flatMap(({ keys }) => keys ?? [])),
  )
  const navigation = useNavigationCommands()
  const [uses] = useState(readUses)
  const values = useValues(typed)
  const searchEntries = useSearchEntries(typed, setTyped)

  const commandEntry = (command: Command, group: string): Entry => ({
    id: command.id,
    name: command.name,
    help: command.help,
    keys: command.keys,
    group,
    mark: command.icon && <Icon name={command.icon} />,
    onChoose: () => {
      countUse(command.id)
      if (command.values) {
        setTyped('')
        return values.open(command)
      }
      closePalette()
      // The focus returns before the command moves it.
      setTimeout(() => command.run?.())
    },
  })
  const inGroup = (commands: readonly Command[], title: string) =>
    rank(commands, typed, uses).map((command) => commandEntry(command, title))
  if (values.entries) return { entries: values.entries, chip: values.command?.name, leave: values.close }
  const entriesOf = (groups: readonly CommandGroup[]) =>
    groups.flatMap(({ title, commands }) => inGroup(commands, title))
  const entries = [
    ...entriesOf([...groups, ...screen]),
    ...inGroup(navigation, t('palette.places')),
    ...entriesOf(everywhere),
    ...searchEntries,
  ]
  return { entries, chip: groups[0]?.chip }
}

/**
 * The recent tickets; with a typed text, also the matching tickets and people, and a link to the search. If the query
 * that was probably meant is chosen, it replaces the typed text.
 */
function useSearchEntries(typed: string, setTyped: (text: string) => void): readonly Entry[] {
  const t = useMessages()
  const navigate = useNavigate()
  const recent = useRecentTickets()
  const { may } = useSession()
  const [kinds] = useState(() => kindsFor(may))
  const [find] = useState(() => searcherFor(kinds, (query) => t('palette.didYouMean', { query })))
  const text = typed.trim()
  const hits = useFoundOptions(find, text, true).options as readonly SearchHit[]

  const entryOf = (hit: SearchHit, group: string): Entry => ({
    ...hit,
    group,
    onChoose: () => {
      if ('query' in hit.target) return setTyped(hit.target.query)
      closePalette()
      if ('number' in hit.target) void navigate({ to: '/tickets/$number', params: { number: hit.target.number } })
      else void navigate({ to: '/people/$id', params: { id: hit.target.personId } })
    },
  })
  const searchEverything: Entry = {
    id: 'search everything',
    name: t('palette.everything', { typed: text }),
    mark: <Icon name="search" />,
    keys: searchKeys,
    group: t('palette.found'),
    onChoose: () => {
      closePalette()
      void navigate({ to: '/search', search: { q: text } })
    },
  }
  const recentEntries = recent.filter(({ name }) => match(typed, name)).map((hit) => entryOf(hit, t('shell.recent')))
  if (text === '' || kinds.length === 0) return recentEntries
  return [...recentEntries, ...hits.map((hit) => entryOf(hit, t('palette.found'))), searchEverything]
}

/** The values of the chosen command, which are listed in the same box. Backspace returns to the commands. */
function useValues(typed: string) {
  const [command, setCommand] = useState<Command>()
  const [options, setOptions] = useState<readonly Option[]>([])
  const open = (command: Command) => {
    setOptions([])
    setCommand(command)
    void Promise.resolve(command.values?.() ?? []).then(setOptions)
  }
  const choose = (option: Option) => {
    closePalette()
    command?.onValue?.(option)
  }
  const entryOf = (option: Option): Entry => ({ ...option, onChoose: () => choose(option) })
  const found = useMatchingOptions(typed, options, command?.moreValues)
  const entries = command && found.options.map(entryOf)
  return { command, open, close: () => setCommand(undefined), entries }
}

function Foot() {
  const t = useMessages()
  return (
    <div className="palette-foot">
      <span>
        <Key keys="Up Down" />
        {t('palette.choose')}
      </span>
      <span>
        <Key keys="Enter" />
        {t('palette.run')}
      </span>
      <span>
        <Key keys="Esc" />
        {t('palette.close')}
      </span>
    </div>
  )
}
