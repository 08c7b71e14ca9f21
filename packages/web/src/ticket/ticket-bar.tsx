import { Link } from '@tanstack/react-router'
import { Button, IconButton } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { Menu, MenuItem, MenuLine } from '../components/menu.tsx'
import { Picker } from '../components/picker.tsx'
import { stateIcon } from '../components/state.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useChoices } from './choices.ts'
import { closingOf } from './closing.ts'
import { useMacros } from './macros.ts'
import { listName, type ListPosition, searchOf } from './list-position.ts'
import { type PresentPerson, Presence } from './presence.tsx'
import type { TicketRights } from './rights.ts'
import { preloadTicket } from './ticket-data.ts'
import type { OpenDialog } from './open-parts.ts'
import type { Ticket } from './ticket-types.ts'
import type { TicketActions } from './use-ticket-actions.ts'

interface TicketBarProps {
  ticket: Ticket
  from: string | undefined
  listPosition: ListPosition | undefined
  others: readonly PresentPerson[]
  rights: TicketRights
  /** True while the title is not visible in the thread. */
  isHeadHidden: boolean
  actions: TicketActions
  dialog: OpenDialog | undefined
  openDialog: (dialog: OpenDialog | undefined) => void
  onOpen: (number: string) => void
}

/** The bar above a ticket: a link back, the position in the list, the people at the ticket, and actions. */
export function TicketBar({
  ticket,
  from,
  listPosition,
  others,
  rights,
  isHeadHidden,
  actions,
  dialog,
  openDialog,
  onOpen,
}: TicketBarProps) {
  return (
    <header className="page-bar">
      <Back from={from} actions={actions} />
      {listPosition && <ListNavigation listPosition={listPosition} onOpen={onOpen} />}
      {isHeadHidden ? <TitleInBar ticket={ticket} /> : <span className="spacer" />}
      <Presence others={others} />
      {rights.mayChange && (
        <>
          <MacroPicker {...{ ticket, actions, dialog, openDialog }} />
          <ClosePicker {...{ ticket, actions, dialog, openDialog }} />
        </>
      )}
      <MoreMenu {...{ ticket, rights, actions, openDialog }} />
    </header>
  )
}

function Back({ from, actions }: Pick<TicketBarProps, 'from' | 'actions'>) {
  const t = useMessages()
  const name = listName(from) ?? t(from === 'search' ? 'ticket.search' : 'ticket.list')
  return (
    <Link
      className="crumb"
      to={actions.listAddress}
      search={searchOf(from) as never}
      aria-label={t('ticket.backTo', { name })}
      title={t('ticket.backTo', { name })}
    >
      <Icon name="left" isDirectional />
      <span className="only-wide">{name}</span>
    </Link>
  )
}

/** The number and the title. Screen readers skip them, because the thread has them, too. */
const TitleInBar = ({ ticket: { number, title } }: Pick<TicketBarProps, 'ticket'>) => (
  <span className="bar-title" aria-hidden="true" title={title}>
    <span className="number">#{number}</span> <bdi>{title}</bdi>
  </span>
)

function ListNavigation({ listPosition, onOpen }: { listPosition: ListPosition; onOpen: (number: string) => void }) {
  const t = useMessages()
  const { position, count, previous, next } = listPosition
  const propsFor = (number: string | undefined) => ({
    disabled: number === undefined,
    onClick: () => number !== undefined && onOpen(number),
    onPointerEnter: () => number !== undefined && preloadTicket(number),
  })
  return (
    <>
      <span className="list-position">{t('ticket.place', { position, count })}</span>
      <IconButton isSmall icon="up" label={t('ticket.previous')} aria-keyshortcuts="K" {...propsFor(previous)} />
      <IconButton isSmall icon="down" label={t('ticket.next')} aria-keyshortcuts="J" {...propsFor(next)} />
    </>
  )
}

type PickerProps = Pick<TicketBarProps, 'ticket' | 'actions' | 'dialog' | 'openDialog'>

function MacroPicker({ ticket, actions, dialog, openDialog }: PickerProps) {
  const t = useMessages()
  const macros = useMacros(ticket)
  if (macros.length === 0) return null
  return (
    <Picker
      align="end"
      label={t('ticket.macro')}
      options={macros.map(({ id, name }) => ({ id, name }))}
      chosen={[]}
      isOpen={dialog === 'macros'}
      onOpenChange={(isOpen) => openDialog(isOpen ? 'macros' : undefined)}
      onChoose={({ id }) => actions.runMacro(Number(id))}
      button={
        <Button isSmall icon="bolt" className="collapses" aria-keyshortcuts="M" title={t('ticket.macro')}>
          <span className="only-wide">{t('ticket.macro')}</span>
          <Key keys="M" />
        </Button>
      }
    />
  )
}

function ClosePicker({ ticket, actions, dialog, openDialog }: PickerProps) {
  const t = useMessages()
  const { isClosed, targets } = closingOf(useChoices(), ticket.record.state_id)
  const label = t(isClosed ? 'ticket.reopen' : 'ticket.close')
  const [firstTarget] = targets
  const button = (
    <Button
      isSmall
      icon={isClosed ? 'state-open' : 'check'}
      className="collapses"
      aria-keyshortcuts="E"
      title={label}
      {...(targets.length === 1 && firstTarget && { onClick: () => actions.setState(firstTarget) })}
    >
      <span className="only-wide">{label}</span>
      <Key keys="E" />
    </Button>
  )
  if (targets.length === 0) return null
  if (targets.length === 1) return button
  return (
    <Picker
      align="end"
      label={label}
      options={targets.map(({ id, name, type }) => ({ id, name, mark: <Icon name={stateIcon(type)} /> }))}
      chosen={[]}
      isOpen={dialog === 'close'}
      onOpenChange={(isOpen) => openDialog(isOpen ? 'close' : undefined)}
      onChoose={({ id }) => {
        const state = targets.find((target) => target.id === id)
        if (state) actions.setState(state)
      }}
      button={button}
    />
  )
}

function MoreMenu({
  ticket,
  rights,
  actions,
  openDialog,
}: Pick<TicketBarProps, 'ticket' | 'rights' | 'actions' | 'openDialog'>) {
  const t = useMessages()
  const lastArticle = ticket.articles.at(-1)
  return (
    <Menu align="end" button={<IconButton isSmall icon="more" label={t('ticket.more')} />}>
      {rights.mayChange && (
        <MenuItem icon="merge" onChoose={() => openDialog('merge')}>
          {t('ticket.merge')}
        </MenuItem>
      )}
      {lastArticle && (
        <MenuItem icon="plus" onChoose={() => actions.split(lastArticle.id)}>
          {t('ticket.split')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon="link" onChoose={actions.copyLink}>
        {t('ticket.copyLink')}
      </MenuItem>
      <MenuItem icon="text" onChoose={() => actions.print({ withNotes: false })}>
        {t('ticket.print')}
      </MenuItem>
      <MenuItem icon="lock" onChoose={() => actions.print({ withNotes: true })}>
        {t('ticket.printWithNotes')}
      </MenuItem>
      <MenuItem icon="eye" onChoose={() => openDialog('access')}>
        {t('ticket.whoMaySee')}
      </MenuItem>
      <MenuItem icon="bolt" onChoose={() => openDialog('trace')}>
        {t('ticket.whyHappened')}
      </MenuItem>
      {rights.mayDelete && (
        <>
          <MenuLine />
          <MenuItem icon="close" isDanger onChoose={() => openDialog('delete')}>
            {t('ticket.deleteChoose')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
