import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftState } from '../state/draft-keeper.ts'
import './save-status.css'

/** Says where the draft is saved: at the service, or only on this device. */
export function SaveStatus({ state: { draft, storage } }: { state: DraftState }) {
  const t = useMessages()
  const isSaved = draft !== undefined && storage !== 'nowhere'
  const text = t(storage === 'service' ? 'editor.saved' : 'editor.savedHere')
  return (
    <span className="draft-state" role="status" title={isSaved ? text : undefined}>
      {isSaved && (
        <>
          <Icon name={storage === 'service' ? 'check' : 'note'} />
          <span>{text}</span>
        </>
      )}
    </span>
  )
}
