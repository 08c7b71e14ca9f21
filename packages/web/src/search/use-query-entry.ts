import { insertSuggestion, type Resource } from '@deskbell/contract'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type Option, useActiveOption } from '../components/option-list.tsx'
import type { Kind } from './address.ts'
import { kinds } from './kinds.ts'
import { correctQuery, type Mistake, mistakeIn } from './mistake.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Milliseconds after the last key until an error is shown. */
const DEBOUNCE = 600

export interface QueryEntryProps {
  text: string
  kind: Kind
  /** Returns a resource by its name, with custom fields. */
  resourceOf: (name: string) => Resource
  /** A mistake in the typed query; also one for which the service refused the searched query. */
  error: Mistake | undefined
  /** A part of the searched query that the service has read in another way. */
  hint: Mistake | undefined
  onText: (text: string) => void
  onMistake: (mistake: Mistake | undefined) => void
  onSearch: (text: string) => void
  /** Moves the focus from the box to the results; called when the user presses the down arrow key. */
  onLeave: () => void
}

/** True for recent searches, which are whole queries; other suggestions are parts. */
export const isRecent = ({ id }: Option): boolean => String(id).startsWith('recent ')

/** The state of the box: suggestions at the caret, the error, and functions to choose, correct and search. */
export function useQueryEntry(props: QueryEntryProps, box: RefObject<HTMLInputElement | null>) {
  const { text, kind, resourceOf, error, hint, onText, onMistake, onSearch } = props
  const [caret, moveCaret] = useState(text.length)
  // An empty box shows the recent searches.
  const [isOpen, setOpen] = useState(text === '')
  const { context, options: suggestions } = useSuggestions({ text, caret, kind, resourceOf, isOpen })
  const options = isOpen ? suggestions : none
  useMistakeAfterPause(props)

  const write = (next: string, nextCaret: number) => {
    onText(next)
    moveCaret(nextCaret)
    setCaret(box.current, next, nextCaret)
  }
  const search = (query: string) => {
    setOpen(false)
    onMistake(undefined)
    onSearch(query)
  }
  const choose = (option: Option) => {
    const isWhole = isRecent(option)
    const next = isWhole
      ? { text: option.name, caret: option.name.length }
      : insertSuggestion(text, context, option.name)
    write(next.text, next.caret)
    if (isWhole) search(option.name)
    // A field is followed by suggestions for its value.
    else setOpen(option.name.endsWith(':'))
  }
  const active = useActiveOption(options, choose)
  return {
    options,
    active,
    choose,
    moveCaret,
    open: () => setOpen(true),
    close: () => setOpen(false),
    type: (next: string, nextCaret: number) => {
      onText(next)
      onMistake(undefined)
      moveCaret(nextCaret)
      setOpen(true)
    },
    correct: (name: string) => {
      const mistake = error ?? hint
      if (!mistake) return
      onMistake(undefined)
      const next = correctQuery(text, mistake, name)
      write(next, next.length - (text.length - mistake.end))
      if (mistake === hint) search(next)
    },
    onKeyDown: useQueryEntryKeys({ ...props, options, active, choose, search, close: () => setOpen(false) }),
  }
}

const none: readonly Option[] = []

/** Sets the caret once the box contains the text. */
function setCaret(box: HTMLInputElement | null, text: string, caret: number) {
  requestAnimationFrame(() => {
    if (box?.value !== text) return
    box.focus()
    box.setSelectionRange(caret, caret)
  })
}

interface KeysProps extends Pick<QueryEntryProps, 'text' | 'onLeave'> {
  options: readonly Option[]
  active: ReturnType<typeof useActiveOption>
  choose: (option: Option) => void
  search: (query: string) => void
  close: () => void
}

/** Tab inserts the active suggestion, and Enter searches. After an arrow key, Enter inserts the suggestion. */
function useQueryEntryKeys({ text, options, active, choose, search, close, onLeave }: KeysProps) {
  const [textAtArrowKey, setTextAtArrowKey] = useState<string>()
  const option = options[active.index]
  const handle = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const { key } = event
    if (key === 'Tab' && !event.shiftKey && option && !isRecent(option)) choose(option)
    else if (key === 'Escape' && options.length > 0) close()
    else if (key === 'Enter' && option && textAtArrowKey === text) choose(option)
    else if (key === 'Enter') search(text)
    else if (key.startsWith('Arrow') && options.length > 0 && active.onKey(event)) setTextAtArrowKey(text)
    else if (key === 'ArrowDown' && options.length === 0) onLeave()
    else return false
    return true
  }
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || !handle(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Looks for an error after a pause, so that incomplete words are not reported. */
function useMistakeAfterPause({ text, kind, resourceOf, onMistake }: QueryEntryProps) {
  useEffect(() => {
    const timer = setTimeout(() => onMistake(mistakeIn(text, kinds[kind].resource, resourceOf)), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text, kind, resourceOf, onMistake])
}
