import { useMessages } from '../messages/messages.tsx'
import type { Mistake } from './mistake.ts'
import { NearestNames } from './nearest-names.tsx'

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
      <NearestNames names={nearest} onChoose={onCorrect} />
    </div>
  )
}
