import { useMessages } from '../messages/messages.tsx'
import { type Mistake, readingOf } from './mistake.ts'
import { NearestNames } from './nearest-names.tsx'

interface QueryHintProps {
  /** The searched query. */
  text: string
  mistake: Mistake | undefined
  /** Replaces the wrong name, and searches. */
  onCorrect: (name: string) => void
}

/** Explains how the search has read a part that is not valid, and offers the most similar names. */
export function QueryHint({ text, mistake, onCorrect }: QueryHintProps) {
  const t = useMessages()
  return (
    // Screen readers announce only what is added to an existing region.
    <div role="status">
      {mistake && (
        <div className="query-hint" id="query-hint">
          {t(`search.read_${readingOf(mistake)}`, {
            mistake: t(`search.wrong_${mistake.code}`, {
              ...mistake.values,
              part: text.slice(mistake.start, mistake.end),
            }),
          })}{' '}
          <NearestNames names={mistake.nearest} onChoose={onCorrect} />
        </div>
      )}
    </div>
  )
}
