import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftState } from '../state/draft-keeper.ts'
import './draft-mark.css'

/** Shows where the draft is stored. */
export function DraftMark({ state: { draft, place } }: { state: DraftState }) {
  const t = useMessages()
  const isKept = draft !== undefined && place !== 'nowhere'
  const text = t(place === 'service' ? 'editor.saved' : 'editor.savedHere')
  return (
    <span className="draft-state" role="status" title={isKept ? text : undefined}>
      {isKept && (
        <>
          <Icon name={place === 'service' ? 'check' : 'note'} />
          <span>{text}</span>
        </>
      )}
    </span>
  )
}
