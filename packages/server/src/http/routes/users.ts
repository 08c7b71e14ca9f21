import { resources } from '@deskbell/contract'
import { show } from '../../kernel/read-records.ts'
import { hashOf } from '../../resources/user/password.ts'
import { readView, viewParameters } from '../paging.ts'
import { textOf } from '../query.ts'
import { type Input, type Route, signedIn, type WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { signUp } from './sign-up.ts'
import { createRoute, updateRoute } from './writes.ts'

const { user } = resources

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users/me',
    tag: 'users',
    summary: 'Get the caller',
    can: signedIn,
    parameters: viewParameters,
    response: recordSchema(user),
    cached: true,
    run: async (ctx, { query }) => ({
      body: await show(ctx, user, ctx.actor.id, readView(ctx, user, query)),
    }),
  },
]

/** Routes that write users. They hash a password before the transaction begins. */
export const userWrites: readonly WriteRoute[] = [
  {
    ...withHashedPassword(createRoute(user)),
    summary: 'Create a user',
    description: 'Without credentials this requests an account, if the setting `user_create_account` allows it.',
    throttledBy: ({ query }) => textOf(query, 'email') ?? '',
    signedOut: signUp,
  },
  withHashedPassword(updateRoute(user)),
]

function withHashedPassword(route: WriteRoute): WriteRoute {
  return {
    ...route,
    write: async (ctx, input) => route.write(ctx, await withHash(input)),
  }
}

/** Replaces the password of the body by its hash; `query` contains the body, too. */
const withHash = async (input: Input): Promise<Input> =>
  'password' in input.query
    ? { ...input, query: { ...input.query, password: await hashOf(input.query['password']) } }
    : input
