import { Fragment } from 'react'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Mistake } from './mistake.ts'

interface QueryErrorProps {
  text: string
  mistake: Mistake
  /** Puts a name in the place of the wrong one. */
  onCorrect: (name: string) => void
}

/** What is wrong with the query, below the column where it is, and the nearest names. */
export function QueryError({ text, mistake, onCorrect }: QueryErrorProps) {
  const t = useMessages()
  const { code, column, values, nearest, start, end } = mistake
  return (
    <div className="query-error" id="query-error" role="alert">
      <span className="query-pointer" aria-hidden="true">
        {text.slice(0, mistake.start).replaceAll(/[^\t]/gu, ' ')}▲
      </span>
      <p>
        {t('search.column', {
          column,
          mistake: t(`search.wrong_${code}`, { ...values, part: text.slice(start, end) }),
        })}
      </p>
      {nearest.length > 0 && (
        <small>{t.rich('search.nearest', { names: <Names names={nearest} onChoose={onCorrect} /> })}</small>
      )}
    </div>
  )
}

/** Names as buttons, joined as the language joins a list. */
function Names({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  const { locale } = useFormats()
  const parts = new Intl.ListFormat(locale, { type: 'disjunction' }).formatToParts(names)
  return parts.map(({ type, value }) =>
    type === 'element' ? (
      <button key={value} type="button" className="link" onClick={() => onChoose(value)}>
        {value}
      </button>
    ) : (
      <Fragment key={value}>{value}</Fragment>
    ),
  )
}
