import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { classes } from './classes.ts'
import { FieldHelp, helpIdOf } from './field.tsx'
import { type Option, OptionList, optionId, useActiveOption } from './option-list.tsx'
import { Popup } from './popup.tsx'
import { type OptionSource, useAnnouncedCount, useFoundOptions } from './use-found-options.ts'
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
  /** Offers a new option only after the search: until then, Enter could create one that exists already. */
  createsAfterSearch?: boolean
  /** Also creates the option when the field is left, as mail programs do with typed addresses. */
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
const newOptionId = 'make'
const noOptionId = 'clear'

/**
 * A text field with a list of matching options below it. Arrows move, Enter chooses, Esc closes. A text for which no option
 * was chosen is marked by `data-unknown`.
 */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, before, help } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const state = useComboboxState(props)
  const { active, options, results } = state
  const t = useMessages()
  const unknownText = options.length > 0 ? 'components.noneChosen' : 'components.unknown'
  const error = state.isUnknown ? t(unknownText, { typed: state.text }) : props.error
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
          aria-expanded={state.isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={state.isOpen ? optionId(`${id}-list`, active.index) : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={helpIdOf(id, { help, error })}
          aria-required={props.isRequired}
          data-unknown={state.isUnknown || undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus={props.autoFocus}
          placeholder={props.placeholder}
          value={state.text}
          onChange={(event) => state.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onClick={state.open}
          onBlur={state.leave}
          onKeyDown={state.onKeyDown}
        />
      </div>
      {state.isOpen && (
        <Popup opener={box} onClose={state.close} isWide className="picker">
          {options.length === 0 && results.typed !== undefined && (
            <p className="picker-empty">
              {results.error === undefined ? t('components.noneFound') : t('components.notFoundNow')}
            </p>
          )}
          <OptionList
            id={`${id}-list`}
            {...{ label, active }}
            options={options}
            isBusy={results.isBusy}
            onChoose={state.choose}
          />
        </Popup>
      )}
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}

/** The typed text, the options found for it, and the handlers of events. */
function useComboboxState(props: ComboboxProps) {
  const { value, onChoose, onCreate, createsOnLeave, cancelsOnLeave, onClear, onBackspace } = props
  const { typed, isUnknown, setTyped, keepTyped } = useTyped(value)
  const [isOpen, setOpen] = useState(false)
  const { options, results, canClear } = useOptions(props, typed, isOpen)

  const close = () => setOpen(false)
  const choose = (option: Option) => {
    if (option.id === newOptionId) onCreate?.((typed ?? '').trim())
    else if (option.id === noOptionId) onClear?.()
    else onChoose(option)
    setTyped(undefined)
    close()
  }
  const leave = () => {
    const match = cancelsOnLeave ? undefined : onlyOptionNamed(typed, options)
    const option = match ?? (createsOnLeave ? options.find(({ id }) => id === newOptionId) : undefined)
    if (option) choose(option)
    else keepTyped()
    close()
  }
  // Before anything is typed, no option is active, so that Enter chooses none by accident.
  const active = useActiveOption(options, choose, typed || canClear ? 0 : -1)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ctrl+Enter also sends the form, so the typed text becomes a choice first, as when the field is left.
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
    options,
    results,
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

/** Returns the option with the typed name, if it is the only one: several people may have the same name. */
function onlyOptionNamed(typed: string | undefined, options: readonly Option[]): Option | undefined {
  const name = typed?.trim().toLowerCase()
  const matches = options.filter((option) => option.name.toLowerCase() === name)
  return matches.length === 1 ? matches[0] : undefined
}

/** The options for the typed text: "none", the results of the search, and a new option. */
function useOptions(props: ComboboxProps, typed: string | undefined, isOpen: boolean) {
  const { source, value, labelForNew, createsAfterSearch, onClear } = props
  const t = useMessages()
  const text = typed?.trim() ?? ''
  const results = useFoundOptions(source, text, isOpen)
  const mayBeNew = text !== '' && (!createsAfterSearch || results.typed === text)
  const labelOfNew = mayBeNew ? labelForNew?.(text) : undefined
  const canClear = onClear !== undefined && value !== undefined && typed === ''
  const options = [
    ...(canClear ? [{ id: noOptionId, name: t('overview.noValue') }] : []),
    ...results.options,
    ...(labelOfNew === undefined ? [] : [{ id: newOptionId, name: labelOfNew }]),
  ]
  useAnnouncedCount(results.typed, options.length, isOpen)
  return { options, results, canClear }
}

interface Typed {
  readonly text: string
  /** The id of the field's value when the user left it without choosing an option; null before. */
  readonly valueOnLeave: Option['id'] | undefined | null
}

/**
 * The typed text, which is undefined while the field shows its value. A text for which no option was chosen stays until
 * the value changes, so that it is not lost, and the old value is not mistaken for the new one.
 */
function useTyped(value: Option | undefined) {
  const [input, setInput] = useState<Typed>()
  const isObsolete = input !== undefined && input.valueOnLeave !== null && input.valueOnLeave !== value?.id
  const typed = isObsolete ? undefined : input?.text
  return {
    typed,
    isUnknown: typed !== undefined && input?.valueOnLeave !== null,
    setTyped: (text: string | undefined) => setInput(text === undefined ? undefined : { text, valueOnLeave: null }),
    keepTyped: () => setInput(typed?.trim() ? { text: typed, valueOnLeave: value?.id } : undefined),
  }
}
