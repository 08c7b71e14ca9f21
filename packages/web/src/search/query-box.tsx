import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../components/button.tsx'
import { classes } from '../components/classes.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Mistake } from './mistake.ts'
import { markMistake, tokensOf } from './tokens.ts'

interface QueryBoxProps {
  ref: RefObject<HTMLInputElement | null>
  text: string
  error: Mistake | undefined
  hint: Mistake | undefined
  /** The list of suggestions, while it is open. */
  list: { readonly id: string; readonly activeId: string | undefined } | undefined
  onChange: (text: string, caret: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onCaret: (caret: number) => void
  /** Called by a press in the box; an empty one then shows the recent searches. */
  onOpen: () => void
}

/** The box for a query: a plain text field in front of a colored copy of its text, aligned letter by letter. */
export function QueryBox({ ref, text, error, hint, list, onChange, onKeyDown, onCaret, onOpen }: QueryBoxProps) {
  const t = useMessages()
  const ink = useRef<HTMLDivElement>(null)
  const syncScroll = () => {
    if (ink.current && ref.current) ink.current.scrollLeft = ref.current.scrollLeft
  }
  useLayoutEffect(syncScroll)
  return (
    <div className={classes('query', error && 'is-wrong')}>
      <Icon name="search" />
      <div className="query-text">
        <div ref={ink} className="query-ink" aria-hidden="true">
          <Ink text={text} mistake={error ?? hint} />
        </div>
        <input
          ref={ref}
          type="text"
          role="combobox"
          aria-label={t('search.title')}
          aria-expanded={list !== undefined}
          aria-controls={list?.id}
          aria-activedescendant={list?.activeId}
          aria-autocomplete="list"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? 'query-error' : hint && 'query-hint'}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          // With results, the focus stays on them.
          autoFocus={text === ''}
          enterKeyHint="search"
          placeholder={t('search.placeholder')}
          value={text}
          onChange={({ target }) => onChange(target.value, target.selectionStart ?? target.value.length)}
          onKeyDown={onKeyDown}
          onClick={onOpen}
          onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart ?? 0)}
          onScroll={syncScroll}
        />
      </div>
      {text !== '' && (
        <IconButton
          isSmall
          icon="close"
          label={t('search.clear')}
          onClick={() => {
            onChange('', 0)
            ref.current?.focus()
          }}
        />
      )}
    </div>
  )
}

const looks = { text: undefined, field: 'field-name', operator: 'operator' } as const

/** The colored copy of the text: fields, operators, and the wrong part. */
function Ink({ text, mistake }: { text: string; mistake: Mistake | undefined }) {
  const tokens = markMistake(tokensOf(text), mistake?.start ?? 0, mistake?.end ?? 0)
  return tokens.map(({ text: part, kind, isWrong }, index) => (
    // A token has no identity other than its position.
    // eslint-disable-next-line react/no-array-index-key
    <span key={index} className={classes(looks[kind], isWrong && 'mistake')}>
      {part}
    </span>
  ))
}
