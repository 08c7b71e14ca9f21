import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftState } from '../state/draft-keeper.ts'
import './draft-mark.css'

/** Shows where the draft is stored. */
export function DraftMark({ state: { draft, storage } }: { state: DraftState }) {
  const t = useMessages()
  const isKept = draft !== undefined && storage !== 'nowhere'
  const text = t(storage === 'service' ? 'editor.saved' : 'editor.savedHere')
  return (
    <span className="draft-state" role="status" title={isKept ? text : undefined}>
      {isKept && (
        <>
          <Icon name={storage === 'service' ? 'check' : 'note'} />
          <span>{text}</span>
        </>
      )}
    </span>
  )
}
