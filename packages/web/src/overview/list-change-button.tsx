import { Button } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { useMessages } from '../messages/messages.tsx'
import { type ListState, changeCounts } from './ticket-list.ts'

/** A button that says how many tickets have been added or removed since the list was shown. Pressing it updates the list. */
export function ListChangeButton({ state, onShow }: { state: ListState; onShow: () => void }) {
  const t = useMessages()
  const { arrived, departed } = changeCounts(state)
  return (
    <span className="arrival" role="status">
      {(arrived > 0 || departed > 0) && (
        <Button isSmall icon="up" aria-keyshortcuts="." onClick={onShow}>
          {arrived > 0 ? t('overview.arrived', { count: arrived }) : t('overview.leftCount', { count: departed })}
          <Key keys="." />
        </Button>
      )}
    </span>
  )
}
