import { Button } from '../../components/button.tsx'
import { Moment } from '../../components/moment.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'

interface Task {
  readonly id: number
  readonly kind: string
  readonly state: 'waiting' | 'failed'
  readonly attempts: number
  readonly due_at: string
  readonly error: string | null
}

interface Tasks {
  readonly record_ids: readonly number[]
  readonly assets: { readonly Task?: Readonly<Record<string, Task>> }
  readonly total_count: number
}

/** Maximum number of tasks in the list. The number above it counts all of them. */
const MAX_SHOWN = 50

const source = {
  key: 'admin tasks',
  load: () => client.request<Tasks>('GET', `tasks?full=true&sort_by=id&order_by=asc&per_page=${MAX_SHOWN}`),
  // Tasks have no events.
  events: [],
}

/** Tasks that wait or were given up, such as e-mails to send. */
export function BackgroundWork() {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const view = client.live(source)
  const { value } = useLive(view)
  const restart = async (id: number) => {
    await client.request('POST', `tasks/${id}/restart`)
    await view.refresh()
  }
  if (!value) return null
  const tasks = value.record_ids.flatMap((id) => value.assets.Task?.[id] ?? [])
  return (
    <section>
      <h2>{a('background_work')}</h2>
      <p className="is-muted">{a('tasks_wait', { count: value.total_count })}</p>
      {tasks.length > 0 && <TaskTable tasks={tasks} onRestart={(id) => attempt(restart(id))} />}
    </section>
  )
}

interface TaskTableProps {
  tasks: readonly Task[]
  onRestart: (id: number) => void
}

const columns = ['c_task', 'c_state', 'c_attempts', 'c_next_run', 'c_actions'] as const

function TaskTable({ tasks, onRestart }: TaskTableProps) {
  return (
    <HeadedTable columns={columns}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} onRestart={() => onRestart(task.id)} />
      ))}
    </HeadedTable>
  )
}

function TaskRow({ task, onRestart }: { task: TaskTableProps['tasks'][number]; onRestart: () => void }) {
  const a = useAdminTexts()
  const { id, kind, state, attempts, due_at, error } = task
  return (
    <tr>
      <td>
        <code>{kind}</code>
      </td>
      <td>
        {a(`task_${state}`)} {error !== null && <small dir="auto">{error}</small>}
      </td>
      <td className="number">{attempts}</td>
      <td>{state === 'waiting' && <Moment at={due_at} form="dayAndTime" />}</td>
      <td>
        <Button isSmall aria-label={a('restart_task', { id })} onClick={onRestart}>
          {a('restart')}
        </Button>
      </td>
    </tr>
  )
}
