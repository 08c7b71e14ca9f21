import { Fragment } from 'react'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Mistake } from './mistake.ts'

interface QueryErrorProps {
  text: string
  mistake: Mistake
  /** Replaces the wrong name. */
  onCorrect: (name: string) => void
}

/** The error in a query, below its column, and the most similar names. */
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

/** Names as buttons, joined like a list in the user's language. */
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
