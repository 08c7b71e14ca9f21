import { cloneElement, type ReactElement, type Ref, useId, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { Matched } from './matched.tsx'
import { type ActiveOption, type Option, OptionList, optionId, useActiveOption } from './option-list.tsx'
import { Popup } from './popup.tsx'
import { type OptionSource, useAnnouncedCount, useMatchingOptions } from './use-found-options.ts'
import './picker.css'

interface OpenerProps {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'listbox'
  'aria-expanded'?: boolean
  onClick?: () => void
}

interface PickerProps extends Omit<PickerListProps, 'onClose'> {
  /** The button that opens the list. Its label is the name and the value: "State: open". */
  button: ReactElement<OpenerProps>
  align?: 'start' | 'end'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/**
 * A button that opens a list with a filter, from which a value is chosen. `isOpen` and `onOpenChange` let a keyboard
 * shortcut open the list; without them, only the button does.
 */
export function Picker({ button, align = 'start', isOpen: controlledIsOpen, onOpenChange, ...list }: PickerProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [ownIsOpen, setOwnIsOpen] = useState(false)
  const isOpen = controlledIsOpen ?? ownIsOpen
  const setOpen = onOpenChange ?? setOwnIsOpen
  return (
    <>
      {cloneElement(button, {
        ref: opener,
        'aria-haspopup': 'listbox',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Popup opener={opener} align={align} isWide onClose={() => setOpen(false)} onShown={focusFilter}>
          <PickerList {...list} onClose={() => setOpen(false)} />
        </Popup>
      )}
    </>
  )
}

const focusFilter = (popup: HTMLElement) => popup.querySelector('input')?.focus({ preventScroll: true })

interface PickerListProps {
  /** The name of the property that is chosen: "State". */
  label: string
  options: readonly Option[]
  /** Further options for the typed text. A function must keep its identity between renders. */
  moreOptions?: OptionSource
  /** The ids of the chosen options. */
  chosen: readonly (number | string)[]
  /** Several options can be chosen: the list stays open, and `onChoose` toggles one. */
  isMultiple?: boolean
  onChoose: (option: Option) => void
  /** Offers to create an option with the typed text, unless one has that name. Returns the label of that entry. */
  labelForNew?: (typed: string) => string
  onCreate?: (typed: string) => void
  onClose: () => void
}

/** The id of the entry for a new option. */
const newOptionId = 'make'

function PickerList({
  label,
  options,
  moreOptions,
  chosen,
  isMultiple = false,
  onChoose,
  onClose,
  ...creation
}: PickerListProps) {
  const t = useMessages()
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = useMatchingOptions(typed, options, moreOptions)
  const shown = [...found.options, ...newOptionFor(typed.trim(), found.options, creation.labelForNew)]
  const choose = (option: Option) => {
    if (option.id === newOptionId) creation.onCreate?.(typed.trim())
    else onChoose(option)
    if (!isMultiple) onClose()
  }
  const active = useActiveOption(shown, choose)
  useAnnouncedCount(found.typed, found.options.length, true)
  return (
    <div className="picker">
      <FilterInput {...{ id, label, typed, active, onClose }} onType={setTyped} />
      {shown.length === 0 && found.typed === typed.trim() && (
        <p className="picker-empty">{t('components.noneFound')}</p>
      )}
      <OptionList {...{ id, label, active, chosen, isMultiple }} options={shown} onChoose={choose}>
        {({ name }) => <Matched typed={typed} name={name} />}
      </OptionList>
    </div>
  )
}

interface FilterInputProps {
  /** The id of the list that the text filters. */
  id: string
  label: string
  typed: string
  active: ActiveOption
  onType: (text: string) => void
  onClose: () => void
}

function FilterInput({ id, label, typed, active, onType, onClose }: FilterInputProps) {
  const t = useMessages()
  return (
    <div className="picker-filter">
      <Icon name="search" />
      <input
        role="combobox"
        aria-label={t('components.filter', { label })}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={optionId(id, active.index)}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Tab') onClose()
          else active.onKey(event)
        }}
      />
    </div>
  )
}

const newOptionFor = (
  typed: string,
  options: readonly Option[],
  labelForNew: PickerListProps['labelForNew'],
): Option[] =>
  labelForNew && typed !== '' && !options.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
    ? [{ id: newOptionId, name: labelForNew(typed) }]
    : []
