import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { overviews } from '../state/overviews.ts'
import { NameViewDialog } from './name-view-dialog.tsx'

interface SaveViewDialogProps {
  /** Returns the body of the new view. */
  viewBody: (name: string) => object
  onClose: () => void
}

/** Asks for the name of a list or search, and saves it as a view. */
export function SaveViewDialog({ viewBody, onClose }: SaveViewDialogProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const save = async (name: string) => {
    const view = await client.request<{ id: number }>('POST', 'saved_views', { json: viewBody(name) })
    await overviews().refresh()
    await navigate({ to: '/overviews/$link', params: { link: `saved:${view.id}` } })
  }
  return <NameViewDialog title={t('overview.saveAsView')} onSave={save} onClose={onClose} />
}
