import type { Editor } from '@tiptap/core'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { announce } from '../components/announcer.tsx'
import { type Option, OptionList, optionId, useActiveOption } from '../components/option-list.tsx'
import { match } from '../components/matching.ts'
import { useFoundOptions } from '../components/use-found-options.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { fillIn, type Values } from './fill-in.ts'
import { findAgents, textModules } from './option-sources.ts'
import type { SuggestWord } from './suggest.ts'

interface Suggestions {
  /** Handles the keys of the list; returns true if it handled one. */
  readonly onKey: (event: globalThis.KeyboardEvent) => boolean
  readonly list: ReactNode
}

const listId = 'editor-suggestions'

/** Suggests agents after `@` and text modules after `::`, and inserts the chosen one. */
export function useSuggestions(
  editor: RefObject<Editor | null>,
  word: SuggestWord | undefined,
  placeholderValues: () => Values,
): Suggestions {
  const t = useMessages()
  /** The position of the word whose list was closed by Esc. */
  const [closedAt, setClosedAt] = useState<number>()
  const open = word && word.from !== closedAt ? word : undefined
  const modules = useTextModules(open?.kind === 'text' ? open.typed : undefined)
  const people = useFoundOptions(findAgents, open?.typed ?? '', open?.kind === 'person')
  const matching = open?.kind === 'text' ? modules : people.options
  const options = open ? matching : []
  const choose = (option: Option) => {
    if (!open || !editor.current) return
    const range = { from: open.from, to: open.to }
    editor.current
      .chain()
      .focus()
      .deleteRange(range)
      .insertContentAt(range.from, contentOf(open, option, placeholderValues))
      .run()
  }
  const active = useActiveOption(options, choose)
  const isShown = open !== undefined && options.length > 0
  useListAttributes(editor, isShown, optionId(listId, active.index))
  useEffect(() => {
    if (isShown) announce(t('components.options', { count: options.length }))
  }, [t, isShown, options.length])
  return {
    onKey(event) {
      if (!isShown) return false
      if (event.key === 'Escape') {
        setClosedAt(open.from)
        return true
      }
      if (event.key === 'Tab' && options[active.index]) {
        choose(options[active.index] as Option)
        return true
      }
      return active.onKey(asReactEvent(event))
    },
    list: isShown && (
      <AtCaret editor={editor} position={open.from}>
        <OptionList
          id={listId}
          label={t(open.kind === 'text' ? 'editor.textModules' : 'editor.people')}
          {...{ options, active }}
          onChoose={choose}
        />
      </AtCaret>
    ),
  }
}

/** Adapts an event of the browser, which the editor passes, to the event of React that the list expects. */
const asReactEvent = (event: globalThis.KeyboardEvent): KeyboardEvent => {
  const { key, ctrlKey, metaKey, altKey } = event
  const preventDefault = () => event.preventDefault()
  return { nativeEvent: event, key, ctrlKey, metaKey, altKey, preventDefault } as KeyboardEvent
}

function contentOf({ kind }: SuggestWord, option: Option, placeholderValues: () => Values) {
  if (kind === 'person') {
    return [
      { type: 'mention', attrs: { user: option.id, name: option.name } },
      { type: 'text', text: ' ' },
    ]
  }
  const modules = client.live(textModules).snapshot().value
  const module = modules?.find(({ id }) => id === option.id)
  return fillIn(module?.content ?? '', placeholderValues())
}

/** Maximum number of text modules in the list. */
const MAX_OPTIONS = 12

/** Returns the text modules that match a typed text; none if it is undefined. */
function useTextModules(typed: string | undefined): readonly Option[] {
  const { value } = useLive(client.live(textModules))
  return useMemo(() => {
    if (typed === undefined) return []
    return (value ?? [])
      .filter(({ active, name, keywords }) => active && match(typed, `${name} ${keywords ?? ''}`))
      .slice(0, MAX_OPTIONS)
      .map(({ id, name, keywords }) => ({ id, name, help: keywords ?? undefined }))
  }, [value, typed])
}

/** Tells screen readers which list belongs to the text, and which of its options is active. */
function useListAttributes(editor: RefObject<Editor | null>, isShown: boolean, active: string | undefined) {
  useEffect(() => {
    const text = editor.current?.view.dom
    if (!text) return
    const attributes = { 'aria-controls': listId, 'aria-activedescendant': active, 'aria-haspopup': 'listbox' }
    for (const [name, value] of Object.entries(attributes)) {
      if (isShown && value !== undefined) text.setAttribute(name, value)
      else text.removeAttribute(name)
    }
  }, [editor, isShown, active])
}

interface AtCaretProps {
  editor: RefObject<Editor | null>
  /** The position of the word in the text. */
  position: number
  children: ReactNode
}

/** Pixels between the list and its line, and minimum distance from the edges of the window. */
const GAP = 4
const MARGIN = 8

/** Floats below a position in the text, or above it if there is no room below. */
function AtCaret({ editor, position, children }: AtCaretProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = popup.current
    if (!element || !editor.current) return
    if (!element.matches(':popover-open')) element.showPopover()
    const { left, top, bottom } = editor.current.view.coordsAtPos(position)
    const height = element.offsetHeight
    const isBelow = bottom + height + MARGIN < innerHeight
    element.style.top = `${isBelow ? bottom + GAP : Math.max(MARGIN, top - height - GAP)}px`
    element.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - element.offsetWidth - MARGIN))}px`
  })
  return (
    <div ref={popup} popover="manual" className="popup picker at-caret">
      {children}
    </div>
  )
}
