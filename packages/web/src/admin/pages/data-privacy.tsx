import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { LivePage } from '../records/live-page.tsx'
import { DeletionDialog } from '../users/deletion-dialog.tsx'

interface Deletion {
  readonly id: number
  readonly deletable_id: number
  readonly state: 'in process' | 'completed' | 'failed'
  readonly tickets_deleted: number
  readonly error: string | null
  readonly created_at: string
}

/** Maximum number of deletions shown. */
const MAX_SHOWN = 100
/** Milliseconds between two requests while a deletion is in process: deletions have no events. */
const INTERVAL = 2000

const source = {
  key: 'admin data privacy',
  load: () => client.request<Deletion[]>('GET', `data_privacy_tasks?sort_by=id&order_by=desc&per_page=${MAX_SHOWN}`),
  events: [],
}

/** The deletions of people with their tickets, newest first. */
export function Screen() {
  const a = useAdminTexts()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const view = client.live(source)
  const isRunning = useLive(view).value?.some(({ state }) => state === 'in process') ?? false
  const refresh = () => view.refresh().catch(() => undefined)
  useEffect(() => {
    if (!isRunning) return undefined
    const poll = () => client.live(source).refresh()
    const timer = setInterval(() => void poll().catch(() => undefined), INTERVAL)
    return () => clearInterval(timer)
  }, [isRunning])
  const actions = (
    <Button look="primary" isSmall onClick={() => setDialogOpen(true)}>
      {a('privacy_create')}
    </Button>
  )
  return (
    <>
      <LivePage title={a('data_privacy_title')} view={view} actions={actions}>
        {(deletions) =>
          deletions.length === 0 ? (
            <Empty icon="shield" title={a('nothing_yet')}>
              {a('privacy_help')}
            </Empty>
          ) : (
            <Deletions deletions={deletions} />
          )
        }
      </LivePage>
      {isDialogOpen && <DeletionDialog onClose={() => setDialogOpen(false)} onStarted={refresh} />}
    </>
  )
}

const looks = { 'in process': 'due', completed: 'good', failed: 'overdue' } as const
const icons = { 'in process': 'clock', completed: 'check', failed: 'alert' } as const
const texts = { 'in process': 'privacy_in_process', completed: 'privacy_completed', failed: 'privacy_failed' } as const

function Deletions({ deletions }: { deletions: readonly Deletion[] }) {
  const a = useAdminTexts()
  const t = useMessages()
  const formats = useFormats()
  const attempt = useAttempt()
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{a('c_person')}</th>
          <th scope="col">{a('c_state')}</th>
          <th scope="col">{a('privacy_tickets')}</th>
          <th scope="col">{a('c_at')}</th>
        </tr>
      </thead>
      <tbody>
        {deletions.map(({ id, deletable_id, state, tickets_deleted, error, created_at }) => (
          <tr key={id}>
            <td>{a('privacy_user', { id: String(deletable_id) })}</td>
            <td>
              <Chip look={looks[state]} icon={icons[state]}>
                {a(texts[state])}
              </Chip>{' '}
              {error !== null && <small>{t.refusal(error)}</small>}{' '}
              {state === 'failed' && (
                <Button isSmall onClick={() => attempt(restart(id))}>
                  {a('privacy_restart')}
                </Button>
              )}
            </td>
            <td className="number">{formats.number(tickets_deleted)}</td>
            <td>
              <Moment at={created_at} form="dayAndTime" />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

async function restart(id: number): Promise<void> {
  await client.request('POST', `data_privacy_tasks/${id}/restart`)
  await client.live(source).refresh()
}
