import { Link, type LinkProps } from '@tanstack/react-router'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { classes } from './classes.ts'
import { Key } from './key.tsx'
import { itemForKey } from './menu-keys.ts'
import { Popup } from './popup.tsx'
import './menu.css'

/** The attributes that a menu adds to its button, which must pass them on, as `<Button>` and `<IconButton>` do. */
interface OpenerProps {
  id?: string | undefined
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The function that closes the menu around an entry. */
const CloseMenu = createContext<() => void>(() => undefined)

interface MenuProps {
  /** The button that opens the menu. Its name is the name of the menu. */
  button: ReactElement<OpenerProps>
  align?: 'start' | 'end'
  /** `<MenuItem>`, `<MenuLink>`, `<MenuHeading>` and `<MenuLine>`. */
  children: ReactNode
}

/** A button with a menu. Arrow keys, letters, Home and End move the focus; Enter chooses; Esc and Tab close the menu. */
export function Menu({ button, align = 'start', children }: MenuProps) {
  const id = useId()
  const openerId = button.props.id ?? `${id}-button`
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const openByArrow = (event: KeyboardEvent) => {
    if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      {cloneElement(button, {
        ref: opener,
        id: openerId,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
        onKeyDown: openByArrow,
      })}
      {isOpen && (
        <Popup opener={opener} onClose={close} align={align} onShown={(popup) => itemsOf(popup)[0]?.focus()}>
          <CloseMenu value={close}>
            <MenuItems id={id} openerId={openerId}>
              {children}
            </MenuItems>
          </CloseMenu>
        </Popup>
      )}
    </>
  )
}

function MenuItems({ id, openerId, children }: { id: string; openerId: string; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null)
  const close = use(CloseMenu)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close()
    const items = itemsOf(menu.current)
    const index = itemForKey(
      event,
      items.map((item) => item.textContent ?? ''),
      items.indexOf(document.activeElement as HTMLElement),
    )
    if (index === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items[index]?.focus()
  }
  return (
    <div ref={menu} id={id} className="menu" role="menu" aria-labelledby={openerId} tabIndex={-1} onKeyDown={move}>
      {children}
    </div>
  )
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
]

interface ItemContentProps {
  icon?: IconName | undefined
  /** The keyboard shortcut of the entry: `R`, `Ctrl Enter`. */
  keys?: string | undefined
  /** A second text at the end, less prominent than the first. */
  help?: ReactNode
  isDanger?: boolean
  children: ReactNode
}

interface MenuItemProps extends ItemContentProps {
  /** For choices: true if it is selected. */
  isChecked?: boolean
  /** Several entries can be selected, so the menu stays open. */
  isMultiple?: boolean
  isDisabled?: boolean
  onChoose: () => void
}

/** An entry of a menu that calls a function. The menu closes first, so that a dialog can take the focus. */
export function MenuItem({ isChecked, isMultiple = false, isDisabled = false, onChoose, ...content }: MenuItemProps) {
  const close = use(CloseMenu)
  const choice = isMultiple ? 'menuitemcheckbox' : 'menuitemradio'
  return (
    <button
      type="button"
      className={classes('menu-item', content.isDanger && 'is-danger')}
      role={isChecked === undefined ? 'menuitem' : choice}
      aria-checked={isChecked}
      aria-disabled={isDisabled || undefined}
      tabIndex={-1}
      onClick={() => {
        if (isDisabled) return
        if (!isMultiple) close()
        onChoose()
      }}
    >
      <ItemContent {...content} />
      {isChecked && <Icon name="check" />}
    </button>
  )
}

/** An entry of a menu that is a link to a screen. */
export function MenuLink({ icon, keys, help, children, ...link }: Omit<ItemContentProps, 'isDanger'> & LinkProps) {
  const close = use(CloseMenu)
  return (
    <Link {...link} className="menu-item" role="menuitem" tabIndex={-1} onClick={close}>
      <ItemContent {...{ icon, keys, help }}>{children as ReactNode}</ItemContent>
    </Link>
  )
}

function ItemContent({ icon, keys, help, children }: ItemContentProps) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {help !== undefined && <small>{help}</small>}
      {keys !== undefined && <Key keys={keys} />}
    </>
  )
}

/** A heading above entries of a menu. */
export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <div className="menu-heading" role="presentation">
    {children}
  </div>
)

/** A line between entries of a menu. */
export const MenuLine = () => <hr />
