import { type ReactNode, useId, useRef } from 'react'
import { Key } from '../components/key.tsx'
import { OptionList, optionId } from '../components/option-list.tsx'
import { Popup } from '../components/popup.tsx'
import { useMessages } from '../messages/messages.tsx'
import { QueryBox } from './query-box.tsx'
import { QueryError } from './query-error.tsx'
import { QueryHint } from './query-hint.tsx'
import { type QueryEntryProps, isRecent, useQueryEntry } from './use-query-entry.ts'

/** The search box with its error message or hint, and its suggestions. `children` are the filters below it. */
export function SearchForm({ children, ...props }: QueryEntryProps & { children: ReactNode }) {
  const t = useMessages()
  const id = useId()
  const head = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const { text, error, hint } = props
  const entry = useQueryEntry(props, box)
  const { active, options } = entry
  const isOpen = options.length > 0
  return (
    <search className="search-head">
      <div ref={head}>
        <QueryBox
          ref={box}
          {...{ text, error, hint }}
          list={isOpen ? { id, activeId: optionId(id, active.index) } : undefined}
          onChange={entry.type}
          onKeyDown={entry.onKeyDown}
          onCaret={entry.moveCaret}
          onOpen={entry.open}
        />
        {error && <QueryError text={text} mistake={error} onCorrect={entry.correct} />}
        <QueryHint text={text} mistake={hint} onCorrect={entry.correct} />
      </div>
      {isOpen && (
        <Popup opener={head} onClose={entry.close} className="suggestions">
          <OptionList {...{ id, active, options }} label={t('search.suggestions')} onChoose={entry.choose}>
            {(option) => (
              <>
                <code>{option.name}</code>
                {option === options[active.index] && !isRecent(option) && <Key keys="Tab" />}
              </>
            )}
          </OptionList>
        </Popup>
      )}
      {children}
    </search>
  )
}
