import { resources } from '@deskbell/contract'
import { representOne } from '../../kernel/read-records.ts'
import { restartTask } from '../../tasks/tasks.ts'
import { recordSchema } from '../openapi/schemas.ts'
import type { WriteRoute } from '../route.ts'
import { readableId } from './writes.ts'

const { task } = resources

export const taskRoutes: readonly WriteRoute[] = [
  {
    method: 'POST',
    path: `/${task.path}/:id/restart`,
    tag: task.path,
    summary: 'Restart a task',
    description: 'Attempts a task now, even if it was given up. The task gets all its attempts again.',
    can: ['admin.monitoring'],
    response: recordSchema(task),
    conditional: true,
    write: (_, input) => async (writing) => {
      const id = await readableId(writing, task, input)
      await restartTask(writing, id)
      return { body: await representOne(writing, task, id, { mode: 'written' }) }
    },
  },
]
