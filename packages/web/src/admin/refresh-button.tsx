import { Button } from '../components/button.tsx'
import { useAdminTexts } from './admin-texts.ts'

/** A button that reloads a view, for values without events. */
export function RefreshButton({ view }: { view: { refresh: () => Promise<unknown> } }) {
  const a = useAdminTexts()
  return (
    <Button isSmall onClick={() => void view.refresh().catch(() => undefined)}>
      {a('refresh')}
    </Button>
  )
}
