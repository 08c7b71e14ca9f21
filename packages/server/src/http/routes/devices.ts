import { resources } from '@deskbell/contract'
import { countSessions, endSession, type ListedSession, listSessions } from '../../auth/sessions.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import { type Actor, may } from '../../kernel/context.ts'
import { assetsOfAll } from '../assets.ts'
import { sessionOf } from '../cookies.ts'
import { deviceName } from '../device-name.ts'
import { respondWithPage, MAX_PAGE_SIZE, listParameters } from '../paging.ts'
import { idIn, wholeNumber } from '../query.ts'
import { type Route, type Schema, signedIn, type WriteRoute } from '../route.ts'

const session: Schema = {
  title: 'Session',
  description: 'A browser in which somebody is signed in.',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    user_id: { type: 'integer' },
    name: { type: 'string', description: 'Program and system, such as `Firefox, Linux`; may be empty.' },
    user_agent: { type: 'string', description: 'The `User-Agent` of the sign-in.' },
    ip: { type: 'string', description: 'The address of the sign-in.' },
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time', description: 'Time of the last use, accurate to ten minutes.' },
    expires_at: { type: 'string', format: 'date-time' },
    current: { type: 'boolean', description: 'True for the session of the request.' },
  },
  required: ['id', 'user_id', 'name', 'user_agent', 'ip', 'created_at', 'updated_at', 'expires_at', 'current'],
}
const sessionType = { model: 'Session' }
const assets: Schema = { type: 'object', additionalProperties: { type: 'object' } }
const emptyObject: Schema = { type: 'object', maxProperties: 0 }
const ofCaller = { tag: 'user_devices', can: signedIn } as const
const ofAllUsers = { tag: 'sessions', can: ['admin.session'] } as const

/** Number of sessions in a list; `/sessions` has pages, of this size by default. */
const LIST_SIZE = 200

/** The sessions of the caller, and for administrators those of all users. Ending a session takes effect immediately. */
export const deviceRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...ofCaller,
    method: 'GET',
    path: '/user_devices',
    summary: 'List the sessions of the caller',
    description: `The ${LIST_SIZE} most recently used sessions, the latest first.`,
    response: { type: 'array', items: session },
    async run({ desk, actor }, { headers }) {
      checkToken(actor)
      const current = (await sessionOf(desk, headers))?.id
      const rows = await listSessions(desk, { user: actor.id, limit: LIST_SIZE })
      return { body: JSON.stringify(rows.map((row) => sessionEntry(row, current))) }
    },
  },
  {
    ...ofCaller,
    method: 'DELETE',
    path: '/user_devices/:id',
    summary: 'Revoke a session of the caller',
    response: emptyObject,
    write: ({ actor }, { params }) => {
      checkToken(actor)
      const id = idIn(params['id'] ?? '', sessionType.model)
      return async (ctx) => {
        if (!(await endSession(ctx, id, actor.id))) throw unknownId(sessionType, id)
        return { body: '{}' }
      }
    },
  },
  {
    ...ofAllUsers,
    method: 'GET',
    path: '/sessions',
    summary: 'List the sessions of all users',
    description: 'Most recently used first.',
    parameters: [
      ...listParameters.filter(({ name }) => ['page', 'per_page'].includes(name)),
      { name: 'user_id', doc: 'Only the sessions of this user.', schema: { type: 'integer', minimum: 1 } },
    ],
    response: {
      type: 'object',
      properties: { sessions: { type: 'array', items: session }, assets },
      required: ['sessions'],
    },
    async run(ctx, { headers, query, url }) {
      const perPage = wholeNumber(query, 'per_page', 1, MAX_PAGE_SIZE) ?? LIST_SIZE
      const page = wholeNumber(query, 'page', 1, 1_000_000) ?? 1
      const current = (await sessionOf(ctx.desk, headers))?.id
      const user = wholeNumber(query, 'user_id', 1, Number.MAX_SAFE_INTEGER)
      const rows = await listSessions(ctx.desk, { user, limit: perPage, offset: (page - 1) * perPage })
      const users = [...new Set(rows.map(({ user_id }) => user_id))]
      const related = await assetsOfAll(ctx, [[resources.user, users]])
      const body = JSON.stringify({ sessions: rows.map((row) => sessionEntry(row, current)), assets: related })
      return respondWithPage(
        url,
        { page, perPage, sort: [] },
        { body, total: await countSessions(ctx.desk, user), ids: [] },
      )
    },
  },
  {
    ...ofAllUsers,
    method: 'DELETE',
    path: '/sessions/:id',
    summary: 'Revoke a session of any user',
    response: emptyObject,
    write: (_, { params }) => {
      const id = idIn(params['id'] ?? '', sessionType.model)
      return async (ctx) => {
        if (!(await endSession(ctx, id))) throw unknownId(sessionType, id)
        return { body: '{}' }
      }
    },
  },
]

/** Users may list and end their own sessions, but not with a token that is limited to other permissions. @throws Fault. */
function checkToken(actor: Actor): void {
  if (actor.limit && !may(actor, 'user_preferences.device')) throw new Fault('token_lacks_permission')
}

const sessionEntry = (row: ListedSession, current: number | undefined) => ({
  ...row,
  name: deviceName(row.user_agent),
  current: row.id === current,
})
