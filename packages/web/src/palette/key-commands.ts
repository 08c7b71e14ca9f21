import { useState } from 'react'
import type { IconName } from '../icon/shapes.ts'
import { type ActiveShortcut, keyRegistry } from '../keys/registry.ts'
import type { KeyName, Scope } from '../keys/table.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Command, CommandGroup } from './commands.ts'

/**
 * Shortcuts that the palette does not offer as commands: they open the palette itself, move the focus, extend the selection
 * or open screens, which it lists separately.
 */
const excludedKeys: ReadonlySet<string> = new Set<KeyName>([
  'palette',
  'search',
  'newTicket',
  'goToSearch',
  'goToDashboard',
  'goToNotifications',
  'nextRegion',
  'previousRegion',
  'down',
  'up',
  'first',
  'last',
  'pageUp',
  'pageDown',
  'selectDown',
  'selectUp',
])

const isCommand = ({ scope, name }: ActiveShortcut) =>
  scope !== 'editor' && !excludedKeys.has(name) && !name.startsWith('overview')

const icons: { readonly [Name in KeyName]?: IconName } = {
  showArrived: 'up',
  keys: 'list',
  reply: 'reply',
  note: 'lock',
  forward: 'send',
  close: 'check',
  closeOrReopen: 'check',
  setOwner: 'user',
  setGroup: 'users',
  setTags: 'tag',
  link: 'link',
  back: 'left',
}

interface KeyCommands {
  /** The shortcuts of the screen below the palette. */
  readonly screen: readonly CommandGroup[]
  /** The shortcuts that work everywhere. */
  readonly everywhere: readonly CommandGroup[]
}

/**
 * Returns the active shortcuts as commands, so that everything can be reached from the palette.
 * @param listedKeys shortcuts of commands that the palette lists already.
 */
export function useKeyCommands(listedKeys: readonly string[]): KeyCommands {
  const t = useMessages()
  const [activeKeys] = useState(() => keyRegistry.active().filter(isCommand))
  const unlisted = activeKeys.filter(({ keys: [key] }) => key === undefined || !listedKeys.includes(key))
  const commandOf = (key: ActiveShortcut): Command => ({
    id: `${key.scope}.${key.name}`,
    name: t(`keys.${key.name as Exclude<KeyName, `overview${string}`>}`),
    icon: icons[key.name] ?? 'right',
    keys: key.keys[0] ?? '',
    run: () => keyRegistry.run(key),
  })
  const groupsOf = (scopes: readonly Scope[]) =>
    scopes
      .map((scope) => ({
        title: t(`keys.in_${scope}`),
        commands: unlisted.filter((key) => key.scope === scope).map(commandOf),
      }))
      .filter(({ commands }) => commands.length > 0)
  return { screen: groupsOf(['ticket', 'list']), everywhere: groupsOf(['everywhere']) }
}
