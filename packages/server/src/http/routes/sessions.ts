import { resources } from '@deskbell/contract'
import { settingOf } from '../../kernel/settings.ts'
import { show } from '../../kernel/crud.ts'
import type { Actor, Desk } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import type { ReadCache } from '../../kernel/cache.ts'
import { actorOf } from '../../resources/user/actor.ts'
import { admitted } from '../auth.ts'
import { readView } from '../paging.ts'
import { field } from '../../writing/parts.ts'
import { openWithBody } from '../with-body.ts'
import type { Answer, Input, OpenRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { checkCsrf, checkVisitorCsrf, cookieHeaders, sessionIn } from '../cookies.ts'
import { beginSession, endSession, findSession } from '../../auth/sessions.ts'

const { user } = resources
const tag = 'sessions'
const shape = {
  type: 'object',
  properties: { session: recordSchema(user), config: { type: 'object' }, error: { type: 'string' } },
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
      'Without a session it sets a cookie and returns the header `CSRF-Token`, whose value signing in needs as `X-CSRF-Token`.',
    answer: shape,
    open: currentSession,
  },
  openWithBody(parts, {
    method: 'POST',
    path: '/signin',
    tag,
    summary: 'Sign in',
    description:
      'Starts a session. Requests authenticate with its cookie; requests that change something also need the new `CSRF-Token` as `X-CSRF-Token`.',
    status: 201,
    refuses: [401, 403],
    answer: shape,
    checkHeaders: checkVisitorCsrf,
    async open(desk, { body, address }, passwords) {
      const cache = desk.cache.current()
      const login = await passwords
        .verify(cache, body.username ?? '', body.password ?? '', address())
        .catch(rethrowLoginError)
      await admitted(desk, cache, await actorOf(desk, cache, login.user))
      const secret = await beginSession(desk, login)
      const now = desk.cache.current()
      return {
        ...(await sessionAnswer(desk, now, await actorOf(desk, now, login.user))),
        status: 201,
        headers: await cookieHeaders(desk, now, secret),
      }
    },
  }),
  {
    method: 'DELETE',
    path: '/signout',
    tag,
    summary: 'Sign out',
    description: 'Ends the session of the cookie.',
    answer: { type: 'object' },
    refuses: [401],
    async open(desk, { headers }) {
      checkCsrf('DELETE', headers)
      const session = await findSession(desk, sessionIn(headers) ?? '')
      if (session) await endSession(desk, session.user, session.id)
      return { body: '{}', headers: await cookieHeaders(desk, desk.cache.current()) }
    },
  },
]

async function currentSession(desk: Desk, { headers }: Input): Promise<Answer> {
  const cache = desk.cache.current()
  const secret = sessionIn(headers)
  const session = secret === undefined ? undefined : await findSession(desk, secret)
  const actor = session && (await actorOf(desk, cache, session.user))
  return {
    ...(await sessionAnswer(desk, cache, actor)),
    headers: await cookieHeaders(desk, cache, actor ? secret : undefined),
  }
}

/** Settings that callers without credentials may read. */
const publicSettings = [
  'product_name',
  'organization',
  'fqdn',
  'http_type',
  'timezone_default',
  'maintenance_mode',
] as const

/** The user of the session and the settings that a page needs when it starts. */
async function sessionAnswer(desk: Desk, cache: ReadCache, actor: Actor | undefined): Promise<Answer> {
  const at = { cache, db: desk.database }
  const config = JSON.stringify(
    Object.fromEntries(
      await Promise.all(publicSettings.map(async (name) => [name, await settingOf(at, name)] as const)),
    ),
  )
  if (!actor) return { body: `{"error":"no valid session","config":${config}}` }
  const ctx = { desk, db: desk.database, cache, actor }
  return { body: `{"session":${await show(ctx, user, actor.id, readView(ctx, user, {}))},"config":${config}}` }
}

/** Uses one error for an unknown name and for a wrong password, so that names cannot be probed. */
function rethrowLoginError(error: unknown): never {
  if (error instanceof Fault && error.code === 'bad_credentials') {
    throw new Fault('login_failed', 'Login failed. Look at the name and the password once more.')
  }
  throw error
}
