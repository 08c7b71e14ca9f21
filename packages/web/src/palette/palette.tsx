import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { announce } from '../components/announcer.tsx'
import { Chip } from '../components/chip.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Key } from '../components/key.tsx'
import { Matched } from '../components/matched.tsx'
import { match } from '../components/matching.ts'
import { type Option, OptionList, optionId, useActiveOption } from '../components/option-list.tsx'
import { useFoundOptions } from '../components/use-found-options.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { kindsFor } from '../search/kind-rights.ts'
import { useSession } from '../state/session.tsx'
import { useStore } from '../state/store.ts'
import { type Command, type CommandGroup, commandGroups } from './commands.ts'
import { type Found, searcherFor, useRecentTickets } from './found.tsx'
import { useKeyCommands } from './key-commands.ts'
import { closePalette } from './palette-store.ts'
import { useNavigationCommands } from './navigation-commands.ts'
import { countUse, rank, readUses } from './ranking.ts'
import './palette.css'

/** An entry of the palette, with its action. */
type Entry = Option & { readonly onChoose: () => void }

const choose = (option: Option) => (option as Entry).onChoose()

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
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) entries.at(-1)?.onChoose()
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

function useEntries(typed: string, type: (text: string) => void) {
  const t = useMessages()
  const own = useStore(commandGroups).map(({ current }) => current)
  const { screen, everywhere } = useKeyCommands(
    own.flatMap(({ commands }) => commands.flatMap(({ keys }) => keys ?? [])),
  )
  const navigation = useNavigationCommands()
  const [uses] = useState(readUses)
  const values = useValues(typed)
  const found = useFoundEntries(typed, type)

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
        type('')
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
    ...entriesOf([...own, ...screen]),
    ...inGroup(navigation, t('palette.places')),
    ...entriesOf(everywhere),
    ...found,
  ]
  return { entries, chip: own[0]?.chip }
}

/**
 * The recent tickets; with a typed text, the matching tickets and people, and a link to the search. The query that was
 * probably meant replaces the typed text.
 */
function useFoundEntries(typed: string, type: (text: string) => void): readonly Entry[] {
  const t = useMessages()
  const navigate = useNavigate()
  const recent = useRecentTickets()
  const { may } = useSession()
  const [kinds] = useState(() => kindsFor(may))
  const [find] = useState(() => searcherFor(kinds, (query) => t('palette.didYouMean', { query })))
  const text = typed.trim()
  const found = useFoundOptions(find, text, true).options as readonly Found[]

  const entryOf = (one: Found, group: string): Entry => ({
    ...one,
    group,
    onChoose: () => {
      if ('query' in one.to) return type(one.to.query)
      closePalette()
      if ('number' in one.to) void navigate({ to: '/tickets/$number', params: { number: one.to.number } })
      else void navigate({ to: '/people/$id', params: { id: one.to.personId } })
    },
  })
  const everything: Entry = {
    id: 'search everything',
    name: t('palette.everything', { typed: text }),
    mark: <Icon name="search" />,
    keys: 'Ctrl Enter',
    group: t('palette.found'),
    onChoose: () => {
      closePalette()
      void navigate({ to: '/search', search: { q: text } })
    },
  }
  const opened = recent.filter(({ name }) => match(typed, name)).map((one) => entryOf(one, t('shell.recent')))
  if (text === '' || kinds.length === 0) return opened
  return [...opened, ...found.map((one) => entryOf(one, t('palette.found'))), everything]
}

/** The values of a command, chosen in the same box. Backspace returns to the commands. */
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
  const entries = command && options.filter(({ name }) => match(typed, name)).map(asEntry)
  function asEntry(option: Option): Entry {
    return { ...option, onChoose: () => choose(option) }
  }
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
