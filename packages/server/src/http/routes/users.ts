import { resources } from '@deskbell/contract'
import { readView, viewParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { recordSchema } from '../schemas.ts'
import { show } from '../../kernel/crud.ts'

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users/me',
    tag: 'users',
    doc: 'The caller.',
    can: [],
    parameters: viewParameters,
    answer: recordSchema(resources.user),
    remembered: true,
    run: async (ctx, { query }) => ({
      body: await show(ctx, resources.user, ctx.actor.id, readView(ctx, resources.user, query)),
    }),
  },
]
