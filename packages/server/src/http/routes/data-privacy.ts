import { resources } from '@deskbell/contract'
import { representOne, requireReadable } from '../../kernel/read-records.ts'
import { previewDeletion } from '../../resources/data_privacy_task/preview.ts'
import { restartDeletion } from '../../resources/data_privacy_task/rules.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { idIn } from '../query.ts'
import type { WriteRoute } from '../route.ts'
import { readableId } from './writes.ts'

const { user, data_privacy_task: task } = resources
const count = (description: string) => ({ type: 'integer', description })

/** This route writes nothing. It is a `WriteRoute`, because `previewDeletion` needs the context of a write. */
const preview: WriteRoute = {
  method: 'POST',
  path: `/${task.path}/preview/:user_id`,
  tag: task.path,
  summary: 'Check what the deletion of a user would delete',
  description: 'Deletes nothing.',
  can: ['admin.data_privacy'],
  response: {
    title: 'DeletionPreview',
    type: 'object',
    properties: {
      tickets: count('Tickets of which the user is the customer.'),
      articles: count('Articles of these tickets.'),
      attachments: count('Attached files of these articles.'),
      kept_articles: count('Articles of the user in tickets of others, which remain without the name of the author.'),
      obstacle: {
        type: ['string', 'null'],
        description: 'The reason why the user cannot be deleted; null if nothing prevents it.',
      },
    },
    required: ['tickets', 'articles', 'attachments', 'kept_articles', 'obstacle'],
  },
  write: (_, { params }) => {
    const id = idIn(params['user_id'] ?? '', user.model)
    return async (ctx) => {
      await requireReadable(ctx, user, id)
      return { body: JSON.stringify(await previewDeletion(ctx, id)) }
    }
  },
}

const restart: WriteRoute = {
  method: 'POST',
  path: `/${task.path}/:id/restart`,
  tag: task.path,
  summary: 'Resume a failed deletion',
  description: 'Resumes the deletion of a user after a failure. What is already deleted is not restored.',
  can: ['admin.data_privacy'],
  response: recordSchema(task),
  conditional: true,
  write: (_, input) => async (ctx) => {
    const id = await readableId(ctx, task, input)
    await restartDeletion(ctx, id)
    return { body: await representOne(ctx, task, id, { mode: 'written' }) }
  },
}

export const deletionRoutes: readonly WriteRoute[] = [preview, restart]
