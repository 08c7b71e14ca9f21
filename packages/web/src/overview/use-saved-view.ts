import { useNavigate } from '@tanstack/react-router'
import { toasts } from '../components/toasts.ts'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { overviews } from '../state/overviews.ts'

interface SavedViewRecord {
  readonly name: string
  readonly prio: number
  readonly condition: object
  readonly query: string | null
  readonly order: object
  readonly group_by: string | null
  readonly group_direction: string | null
  readonly view: object
}

/**
 * Returns the functions for a saved view.
 * @param link of the view: `saved:12`
 */
export function useSavedView(link: string) {
  const t = useMessages()
  const navigate = useNavigate()
  const attempt = useAttempt()
  // `saved:12` becomes `saved_views/12`.
  const path = link.replace(':', '_views/')
  const restore = async ({ name, prio, condition, query, order, group_by, group_direction, view }: SavedViewRecord) => {
    const json = { name, prio, condition, query, order, group_by, group_direction, view }
    const { id } = await client.request<{ id: number }>('POST', 'saved_views', { json })
    await overviews().refresh()
    await navigate({ to: '/overviews/$link', params: { link: `saved:${id}` } })
  }
  const remove = async () => {
    const view = await client.request<SavedViewRecord>('GET', path)
    await client.request('DELETE', path)
    await overviews().refresh()
    await navigate({ to: '/' })
    const text = t('overview.viewDeleted', { name: view.name })
    toasts.show({ icon: 'check', text, onUndo: () => attempt(restore(view)) })
  }
  return {
    rename: async (name: string) => {
      await client.request('PUT', path, { json: { name } })
      await overviews().refresh()
    },
    remove: () => attempt(remove()),
  }
}
