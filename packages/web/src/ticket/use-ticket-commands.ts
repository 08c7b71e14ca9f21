import type { RefObject } from 'react'
import type { Option } from '../components/option-list.tsx'
import type { EditorHandle } from '../editor/editor-dock.tsx'
import { useMessages } from '../messages/messages.tsx'
import { type Command, useCommands } from '../palette/commands.ts'
import { useChoices } from './choices.ts'
import { useMacros } from './macros.ts'
import type { OpenDialog, OpenPart, PropertyName } from './open-parts.ts'
import { usePropertyOptions } from './property-options.tsx'
import type { TicketRights } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import type { TicketActions } from './use-ticket-actions.ts'
import { useTagActions } from './use-tag-actions.ts'

interface TicketCommandsOptions {
  ticket: Ticket
  rights: TicketRights
  editor: RefObject<EditorHandle | null>
  actions: TicketActions
  openPart: (part: OpenPart) => void
  openDialog: (dialog: OpenDialog) => void
}

/** Adds the commands of a ticket to the palette, if the agent may use them. */
export function useTicketCommands(options: TicketCommandsOptions): void {
  const t = useMessages()
  const { ticket, rights } = options
  const replies = useReplyCommands(options)
  const properties = usePropertyCommands(options)
  const others = useOtherCommands(options)
  useCommands({
    title: t('ticket.withThis'),
    chip: `#${ticket.number}`,
    commands: [...(rights.mayAnswer ? replies : []), ...(rights.mayChange ? properties : []), ...others],
  })
}

function useReplyCommands({ editor }: TicketCommandsOptions): Command[] {
  const t = useMessages()
  const open = (kind: 'reply' | 'note' | 'forward') => () => editor.current?.open(kind)
  return [
    { id: 'ticket.reply', name: t('ticket.reply'), icon: 'reply', keys: 'R', run: open('reply') },
    { id: 'ticket.note', name: t('ticket.writeNote'), icon: 'lock', keys: 'I', run: open('note') },
    { id: 'ticket.forward', name: t('ticket.forward'), icon: 'right', keys: 'F', run: open('forward') },
  ]
}

const icons = { state: 'state-open', priority: 'priority-high', owner: 'user', group: 'users' } as const
const keys = { state: 'S', priority: 'P', owner: 'A', group: 'G' } as const

function usePropertyCommands({ ticket, actions, openPart }: TicketCommandsOptions): Command[] {
  const t = useMessages()
  const options = usePropertyOptions(ticket)
  const { states } = useChoices()
  const macros = useMacros(ticket)
  const { remove } = useTagActions(ticket)
  const isPending = (id: Option['id']) => states.find((state) => state.id === id)?.type.startsWith('pending') ?? false
  const setter = (property: PropertyName): Command => ({
    id: `ticket.${property}`,
    name: t(`ticket.${property}Choose`),
    icon: icons[property],
    keys: keys[property],
    // Without pending states: they need a time, for which only the panel asks.
    values: () => options[property].filter(({ id }) => property !== 'state' || !isPending(id)),
    onValue: ({ id, name }) =>
      actions.set({ [`${property}_id`]: id }, t('ticket.isNow', { name: t(`ticket.${property}`), value: name })),
  })
  return [
    ...(['state', 'priority', 'owner', 'group'] as const).map(setter),
    { id: 'ticket.tag', name: t('ticket.addTagChoose'), icon: 'tag', keys: 'T', run: () => openPart('tags') },
    ...(ticket.tags.length > 0
      ? [
          {
            id: 'ticket.untag',
            name: t('ticket.removeTagChoose'),
            icon: 'tag' as const,
            values: () => ticket.tags.map((tag) => ({ id: tag, name: tag })),
            onValue: ({ name }: Option) => void remove(name),
          },
        ]
      : []),
    { id: 'ticket.customer', name: t('ticket.customerChoose'), icon: 'user', run: () => openPart('customer') },
    { id: 'ticket.link', name: t('ticket.linkChoose'), icon: 'link', keys: 'L', run: () => openPart('links') },
    ...(macros.length > 0
      ? [
          {
            id: 'ticket.macro',
            name: t('ticket.macroChoose'),
            icon: 'bolt' as const,
            keys: 'M',
            values: () => macros.map(({ id, name }) => ({ id, name })),
            onValue: ({ id }: Option) => actions.runMacro(Number(id)),
          },
        ]
      : []),
  ]
}

function useOtherCommands({ ticket, rights, actions, openDialog }: TicketCommandsOptions): Command[] {
  const t = useMessages()
  const last = ticket.articles.at(-1)
  const { print } = actions
  return [
    ...(rights.mayChange
      ? [{ id: 'ticket.merge', name: t('ticket.merge'), icon: 'merge' as const, run: () => openDialog('merge') }]
      : []),
    ...(last
      ? [{ id: 'ticket.split', name: t('ticket.split'), icon: 'plus' as const, run: () => actions.split(last.id) }]
      : []),
    { id: 'ticket.copyLink', name: t('ticket.copyLink'), icon: 'link', run: actions.copyLink },
    { id: 'ticket.print', name: t('ticket.print'), icon: 'text', run: () => print({ withNotes: false }) },
    { id: 'ticket.printNotes', name: t('ticket.printWithNotes'), icon: 'lock', run: () => print({ withNotes: true }) },
    { id: 'ticket.access', name: t('ticket.whoMaySee'), icon: 'eye', run: () => openDialog('access') },
    { id: 'ticket.trace', name: t('ticket.whyHappened'), icon: 'bolt', run: () => openDialog('trace') },
    ...(rights.mayDelete
      ? [
          {
            id: 'ticket.delete',
            name: t('ticket.deleteChoose'),
            icon: 'close' as const,
            run: () => openDialog('delete'),
          },
        ]
      : []),
  ]
}
