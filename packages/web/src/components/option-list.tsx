import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { classes } from './classes.ts'
import { Key } from './key.tsx'
import { itemForKey } from './menu-keys.ts'
import './menu.css'

/** An entry of a list to choose from. */
export interface Option {
  readonly id: number | string
  readonly name: string
  /** A second, quieter text at the end. */
  readonly help?: string | undefined
  /** The keyboard shortcut of the option. */
  readonly keys?: string | undefined
  /** An element before the name, such as an icon or an avatar. */
  readonly mark?: ReactNode
  /** Options of a group are listed below its name. They must be adjacent. */
  readonly group?: string | undefined
}

/** The option that the arrow keys or the pointer have selected, while the focus stays in the text field. */
export interface ActiveOption {
  readonly index: number
  readonly setIndex: (index: number) => void
  /** Handles the up and down arrows, and Enter if an option is active. Returns false for other keys. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/**
 * The active option of a list.
 * @param initial the index of the active option at first, and again when the options change; -1 for none, so that Enter
 * chooses nothing by accident.
 */
export function useActiveOption(
  options: readonly Option[],
  onChoose: (option: Option) => void,
  initial: 0 | -1 = 0,
): ActiveOption {
  const ids = options.map((option) => option.id).join(' ')
  const [selected, setSelected] = useState<{ ids: string; index: number }>()
  const index = selected?.ids === ids ? selected.index : Math.min(initial, options.length - 1)
  const setIndex = (index: number) => setSelected({ ids, index })
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return false
    const active = options[index]
    if (event.key === 'Enter' && active) onChoose(active)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = itemForKey(
        event,
        options.map(({ name }) => name),
        index,
      )
      if (next === undefined) return false
      setIndex(next)
    } else return false
    event.preventDefault()
    return true
  }
  return { index, setIndex, onKey }
}

interface OptionListProps {
  id: string
  label: string
  options: readonly Option[]
  active: ActiveOption
  /** The ids of the chosen options, which have a check mark. */
  chosen?: readonly (number | string)[]
  isMultiple?: boolean
  isBusy?: boolean
  onChoose: (option: Option) => void
  /** Renders the name of an option, for example with the typed letters in bold. */
  children?: (option: Option) => ReactNode
}

/** The id of an element of the list, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number): string | undefined =>
  index < 0 ? undefined : `${listId}-${index}`

/** The options of a text field, which keeps the focus. */
export function OptionList({ id, label, options, active, isMultiple, isBusy, ...rest }: OptionListProps) {
  const activeId = optionId(id, active.index)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      id={id}
      className="option-list"
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple}
      aria-busy={isBusy}
    >
      {groupsOf(options).map(({ name, start, members }) => {
        const rows = members.map((option, index) => (
          <OptionRow key={option.id} {...rest} {...{ id, option, active }} index={start + index} />
        ))
        return name === undefined ? rows : <OptionGroup key={name} name={name} rows={rows} />
      })}
    </div>
  )
}

const OptionGroup = ({ name, rows }: { name: string; rows: ReactNode }) => (
  <div role="group" aria-label={name}>
    <div className="menu-heading" aria-hidden="true">
      {name}
    </div>
    {rows}
  </div>
)

type OptionRowProps = Pick<OptionListProps, 'id' | 'active' | 'chosen' | 'onChoose' | 'children'> & {
  option: Option
  index: number
}

function OptionRow({ id, option, index, active, chosen, onChoose, children }: OptionRowProps) {
  const isChosen = chosen?.includes(option.id)
  return (
    // The text field handles the keys: it has the focus.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={optionId(id, index)}
      className={classes('menu-item', index === active.index && 'is-active')}
      role="option"
      aria-selected={isChosen ?? index === active.index}
      onPointerMove={() => active.setIndex(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      {option.mark}
      <span>
        <bdi>{children ? children(option) : option.name}</bdi>
      </span>
      {option.help !== undefined && <small>{option.help}</small>}
      {option.keys !== undefined && <Key keys={option.keys} />}
      {isChosen && <Icon name="check" />}
    </div>
  )
}

function groupsOf(options: readonly Option[]) {
  const groups: { name: string | undefined; start: number; members: Option[] }[] = []
  for (const [start, option] of options.entries()) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.members.push(option)
    else groups.push({ name: option.group, start, members: [option] })
  }
  return groups
}
