import { accessLevels, resources } from '@deskbell/contract'
import { readEndOfFeed } from '../../events/feed.ts'
import { show } from '../../kernel/read-records.ts'
import type { Actor, Desk } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import type { ReadCache } from '../../kernel/cache.ts'
import { settingsFor } from '../../resources/setting/readers.ts'
import { accessByGroup, actorOf } from '../../resources/user/actor.ts'
import { requireAdmitted } from '../auth.ts'
import { readView } from '../paging.ts'
import { field } from '../../writing/parts.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { openWithBody } from '../with-body.ts'
import type { RouteResponse, Input, OpenRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { checkCsrf, checkCsrfToken, cookieHeaders, sessionSecretIn } from '../cookies.ts'
import { beginSession, type ClientInfo, endSession, findSession } from '../../auth/sessions.ts'

const { user } = resources
const tag = 'sessions'
/** The schema of a response with the current session, and with what the web interface needs when it starts. */
export const sessionShape = {
  type: 'object',
  properties: {
    session: recordSchema(user),
    permissions: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of the permissions of the user; a permission includes those below it.',
    },
    groups: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', enum: accessLevels } },
      description: 'Levels of access by the id of the group, including those that roles give.',
    },
    config: { type: 'object', description: 'The settings that the caller may read.' },
    event_cursor: {
      type: 'integer',
      description:
        'The cursor of the last event. With it as `after`, `events/stream` sends what happens after this response.',
    },
    error: { type: 'string' },
  },
  required: ['config'],
}

const parts = {
  username: field({ kind: 'text', default: '', doc: 'Login or e-mail address.' }),
  password: field({ kind: 'text', max: 1000, default: '' }),
}

/** Sessions of browsers, and of programs that keep cookies. */
export const sessionRoutes: readonly OpenRoute[] = [
  {
    method: 'GET',
    path: '/signshow',
    tag,
    summary: 'Get the current session',
    description:
      'Returns the header `CSRF-Token`, whose value requests with the cookie send as `X-CSRF-Token`, unless they are `GET`. Without a session, it sets a new cookie, with which a client can sign in.',
    response: sessionShape,
    open: currentSession,
  },
  openWithBody(parts, {
    method: 'POST',
    path: '/signin',
    tag,
    summary: 'Sign in',
    description:
      'Starts a session. Requests authenticate with its cookie; requests other than `GET` also need the new `CSRF-Token` as `X-CSRF-Token`.',
    status: 201,
    refuses: [401, 403],
    response: sessionShape,
    checkHeaders: checkCsrfToken,
    async open(desk, { body, ...input }, passwords) {
      const cache = await desk.cache.current()
      const login = await passwords
        .verify(cache, body.username ?? '', body.password ?? '', input.address())
        .catch(rethrowLoginError)
      await requireAdmitted(desk, cache, await actorOf(desk, cache, login.user))
      return signInResponse(desk, login.user, await beginSession(desk, login, clientInfoOf(input)))
    },
  }),
  {
    method: 'DELETE',
    path: '/signout',
    tag,
    summary: 'Sign out',
    description: 'Ends the session of the cookie.',
    response: { type: 'object' },
    refuses: [401],
    async open(desk, { headers }) {
      checkCsrf('DELETE', headers)
      const session = await findSession(desk, sessionSecretIn(headers) ?? '')
      if (session)
        await unitOfWork(desk, session.user, (unit) => endSession(unit, session.id, session.user, 'signed_out'))
      return { body: '{}', headers: await cookieHeaders(desk, await desk.cache.current()) }
    },
  },
]

/** Returns the information about the client that is stored with a new session. */
export const clientInfoOf = ({ headers, address }: Pick<Input, 'headers' | 'address'>): ClientInfo => ({
  user_agent: String(headers['user-agent'] ?? ''),
  ip: address(),
})

/** Returns the response to a sign-in: the new session, and its cookie. */
export async function signInResponse(desk: Desk, user: number, secret: string): Promise<RouteResponse> {
  const cache = await desk.cache.current()
  const state = await sessionState(desk, cache, await actorOf(desk, cache, user))
  return { ...state, status: 201, headers: await cookieHeaders(desk, cache, secret) }
}

async function currentSession(desk: Desk, { headers }: Input): Promise<RouteResponse> {
  const cache = await desk.cache.current()
  const secret = sessionSecretIn(headers)
  const session = secret === undefined ? undefined : await findSession(desk, secret)
  const actor = session && (await actorOf(desk, cache, session.user))
  return {
    ...(await sessionState(desk, cache, actor)),
    headers: await cookieHeaders(desk, cache, actor ? secret : undefined),
  }
}

/** Returns the user of the session, their permissions, and the settings that the web interface needs when it starts. */
async function sessionState(desk: Desk, cache: ReadCache, actor: Actor | undefined): Promise<RouteResponse> {
  const config = JSON.stringify(await settingsFor({ cache, db: desk.database }, actor))
  if (!actor) return { body: `{"error":"no valid session","config":${config}}` }
  const ctx = { desk, db: desk.database, cache, actor }
  const session = await show(ctx, user, actor.id, readView(ctx, user, {}))
  const permissions = JSON.stringify([...actor.permissions])
  const groups = JSON.stringify(accessByGroup(actor))
  const cursor = await readEndOfFeed(ctx)
  return {
    body: `{"session":${session},"permissions":${permissions},"groups":${groups},"config":${config},"event_cursor":${cursor}}`,
  }
}

/** Uses one error for an unknown name and for a wrong password, so that names cannot be probed. */
function rethrowLoginError(error: unknown): never {
  if (error instanceof Fault && error.code === 'bad_credentials') {
    throw new Fault('login_failed', 'Login failed. Look at the name and the password once more.')
  }
  throw error
}
