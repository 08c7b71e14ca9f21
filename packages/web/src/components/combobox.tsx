import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { announce } from './announcer.tsx'
import { classes } from './classes.ts'
import { FieldHelp } from './field.tsx'
import { type Option, OptionList, optionId, useActiveOption } from './option-list.tsx'
import { Popup } from './popup.tsx'
import { type OptionSource, useFoundOptions } from './use-found-options.ts'
import './picker.css'

export interface ComboboxProps {
  label: string
  /** The label is visible elsewhere; screen readers still announce it. */
  isLabelHidden?: boolean
  source: OptionSource
  /** The chosen option of a field for a single value. Without it, the field is cleared after each choice. */
  value?: Option | undefined
  onChoose: (option: Option) => void
  /** Offers to create an option, such as a new tag. Returns the label of that entry, or undefined for none. */
  labelForNew?: (typed: string) => string | undefined
  onCreate?: (typed: string) => void
  /** Offers that only after the search: until then the option may exist already, and Enter would create a second one. */
  createsUnfound?: boolean
  /** Creates the option also when the field is left, as mail programs do with typed addresses. */
  createsOnLeave?: boolean
  /** Leaving the field cancels, so it chooses nothing. */
  cancelsOnLeave?: boolean
  /** Offers "none" once the field is empty. */
  onClear?: () => void
  /** Called by Backspace in an empty field. */
  onBackspace?: () => void
  /** Elements before the text, such as chips. */
  before?: ReactNode
  placeholder?: string
  help?: ReactNode
  error?: string | undefined
  autoFocus?: boolean
  isRequired?: boolean
}

/** The ids of the entries for a new option and for "none". */
const newOption = 'make'
const noOption = 'clear'

/**
 * A text field with a list of matching options below it. Arrows move, Enter chooses, Esc closes. A text for which no option
 * was chosen is marked by `data-unknown`.
 */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, before, help } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const entry = useEntry(props)
  const { active, shown, found } = entry
  const t = useMessages()
  const unknown = shown.length > 0 ? 'components.noneChosen' : 'components.unknown'
  const error = entry.isUnknown ? t(unknown, { typed: entry.text }) : props.error
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'for-readers' : undefined}>
        {label}
      </label>
      <div ref={box} className={classes('input', 'combobox', before !== undefined && 'has-chips')}>
        {before}
        <input
          id={id}
          role="combobox"
          aria-expanded={entry.isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entry.isOpen ? optionId(`${id}-list`, active.index) : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={help === undefined && error === undefined ? undefined : `${id}-help`}
          aria-required={props.isRequired}
          data-unknown={entry.isUnknown || undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus={props.autoFocus}
          placeholder={props.placeholder}
          value={entry.text}
          onChange={(event) => entry.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onClick={entry.open}
          onBlur={entry.leave}
          onKeyDown={entry.onKeyDown}
        />
      </div>
      {entry.isOpen && (
        <Popup opener={box} onClose={entry.close} isWide className="picker">
          {shown.length === 0 && found.typed !== undefined && (
            <p className="picker-empty">
              {found.error === undefined ? t('components.noneFound') : t('components.notFoundNow')}
            </p>
          )}
          <OptionList
            id={`${id}-list`}
            {...{ label, active }}
            options={shown}
            isBusy={found.isBusy}
            onChoose={entry.choose}
          />
        </Popup>
      )}
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}

/** The typed text, the options found for it, and the handlers of keys. */
function useEntry(props: ComboboxProps) {
  const { value, onChoose, onCreate, createsOnLeave, cancelsOnLeave, onClear, onBackspace } = props
  const { typed, isUnknown, setTyped, keepTyped } = useTyped(value)
  const [isOpen, setOpen] = useState(false)
  const { shown, found, canClear } = useShown(props, typed, isOpen)

  const close = () => setOpen(false)
  const choose = (option: Option) => {
    if (option.id === newOption) onCreate?.((typed ?? '').trim())
    else if (option.id === noOption) onClear?.()
    else onChoose(option)
    setTyped(undefined)
    close()
  }
  const leave = () => {
    // Several people may have the same name.
    const named = cancelsOnLeave ? undefined : onlyOne(shown, (name) => name === typed?.trim().toLowerCase())
    const created = createsOnLeave ? shown.find(({ id }) => id === newOption) : undefined
    const meant = named ?? created
    if (meant) choose(meant)
    else keepTyped()
    close()
  }
  const active = useActiveOption(shown, choose, typed || canClear ? 0 : -1)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Sends the form.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) leave()
    else if (event.key === 'Backspace' && event.currentTarget.value === '') onBackspace?.()
    else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && !isOpen) setOpen(true)
    else if (isOpen) active.onKey(event)
  }
  return {
    text: typed ?? value?.name ?? '',
    isOpen,
    shown,
    found,
    active,
    choose,
    close,
    onKeyDown,
    open: () => setOpen(true),
    type: (text: string) => {
      setTyped(text)
      setOpen(true)
    },
    isUnknown,
    leave,
  }
}

/** Returns the option whose name matches, if it is the only one. */
function onlyOne(options: readonly Option[], matches: (name: string) => boolean): Option | undefined {
  const found = options.filter(({ name }) => matches(name.toLowerCase()))
  return found.length === 1 ? found[0] : undefined
}

/** The options for the typed text: "none", those that were found, and a new one. */
function useShown(props: ComboboxProps, typed: string | undefined, isOpen: boolean) {
  const { source, value, labelForNew, createsUnfound, onClear } = props
  const t = useMessages()
  const text = typed?.trim() ?? ''
  const found = useFoundOptions(source, text, isOpen)
  const mayBeNew = text !== '' && (!createsUnfound || found.typed === text)
  const labelOfNew = mayBeNew ? labelForNew?.(text) : undefined
  const canClear = onClear !== undefined && value !== undefined && typed === ''
  const shown = [
    ...(canClear ? [{ id: noOption, name: t('overview.noValue') }] : []),
    ...found.options,
    ...(labelOfNew === undefined ? [] : [{ id: newOption, name: labelOfNew }]),
  ]
  useAnnouncedCount(found.typed, shown.length, isOpen)
  return { shown, found, canClear }
}

interface Typed {
  readonly text: string
  /** The id of the value when the user left the field without choosing an option; null before. */
  readonly leftWith: Option['id'] | undefined | null
}

/**
 * The typed text, which is undefined while the field shows its value. A text for which no option was chosen stays until
 * the value changes, so that it is not lost, and the old value is not taken for the new one.
 */
function useTyped(value: Option | undefined) {
  const [last, setLast] = useState<Typed>()
  const isObsolete = last !== undefined && last.leftWith !== null && last.leftWith !== value?.id
  const typed = isObsolete ? undefined : last?.text
  return {
    typed,
    isUnknown: typed !== undefined && last?.leftWith !== null,
    setTyped: (text: string | undefined) => setLast(text === undefined ? undefined : { text, leftWith: null }),
    keepTyped: () => setLast(typed?.trim() ? { text: typed, leftWith: value?.id } : undefined),
  }
}

function useAnnouncedCount(typed: string | undefined, count: number, isOpen: boolean) {
  const t = useMessages()
  useEffect(() => {
    if (isOpen && typed !== undefined) announce(t('components.options', { count }))
  }, [t, typed, count, isOpen])
}
