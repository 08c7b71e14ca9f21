import { Button } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { StableResults } from './use-stable-results.ts'

/** A button that says that the search now finds other records than those shown. Pressing it shows them. */
export function ResultChangeButton({ hasChanges, showChanges }: StableResults) {
  const t = useMessages()
  return (
    <div className="results-news" role="status">
      {hasChanges && (
        <Button isSmall icon="up" aria-keyshortcuts="." onClick={showChanges}>
          {t('search.news')}
          <Key keys="." />
        </Button>
      )}
    </div>
  )
}
