import type { ServerResponse } from 'node:http'
import type { Actor, Desk } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { actorOf } from '../resources/user/actor.ts'
import { after } from '../kernel/statement.ts'
import { type Authenticate, permit } from './auth.ts'
import { endOf, longestReading } from './ended.ts'
import { checkCsrf } from './cookies.ts'
import { readQuery } from './query.ts'
import { type Ready, readyFrom } from './reply.ts'
import type { Answer, Input, Route } from './route.ts'

/** A request as it came; nothing of it is looked at before it is known who asks. */
export interface Asked extends Pick<Input, 'url' | 'headers' | 'params' | 'address'> {
  readonly body: unknown
}

/**
 * Makes the answer to a request that reads, whichever way it came.
 * @param admitted the caller, where the headers were checked before a body was read.
 * @throws Fault when it is refused.
 */
export type Answering = (
  route: Route,
  asked: Asked,
  response: ServerResponse,
  admitted?: Admitted,
) => Ready | Promise<Ready>

/** A caller who may use a route, and the state of the database that says so. */
export interface Admitted {
  readonly cache: ReadCache
  readonly actor: Actor
}

/**
 * Who asks, may they, what do they ask for, the rows, the text. What is there is not waited for: with a caller who is
 * known and a database in the same process the answer comes at once.
 */
export function answering(desk: Desk, authenticate: Authenticate, reading = longestReading): Answering {
  return (route, asked, response, admitted) =>
    after(admitted ?? admission(desk, route, asked, authenticate), ({ cache, actor }) => {
      const key = `answer:${actor.key}:${asked.url}`
      const kept = route.remembered && cache.get<Ready>(key)
      if (kept) return kept
      const ctx = { desk, db: desk.database, cache, actor, ended: endOf(response, reading) }
      return after(route.run(ctx, inputOf(asked)), (answer) => {
        if (!route.remembered || !cache.seenBefore(key)) return readyFrom(answer)
        const whole = readyFrom({ ...answer, body: inOnePiece(answer.body as string) })
        cache.set(key, whole, bytesOf(whole.answer))
        return whole
      })
    })
}

/** Finds out from the headers who asks and whether they may. @throws Fault when they may not. */
export function admission(
  desk: Desk,
  route: Pick<Route, 'method' | 'can' | 'key'>,
  asked: Asked,
  authenticate: Authenticate,
): Admitted | Promise<Admitted> {
  checkCsrf(route.method, asked.headers)
  const cache = desk.cache.current()
  const caller = route.key
    ? keyed(desk, cache, route, asked, authenticate)
    : authenticate(asked.headers, cache, asked.address)
  return after(caller, (actor) => {
    permit(actor, route.can)
    return { cache, actor }
  })
}

/** Whoever brings the key of an address may do what it does, and nothing else; others come with credentials. */
async function keyed(
  desk: Desk,
  cache: ReadCache,
  { key, can }: Pick<Route, 'key' | 'can'>,
  asked: Asked,
  authenticate: Authenticate,
): Promise<Actor> {
  const system = (await key?.(desk, inputOf(asked))) ? await actorOf(desk, cache, 1, [], 'even inactive') : undefined
  if (!system) return authenticate(asked.headers, cache, asked.address)
  return { ...system, key: 'key', permissions: new Set(can), limit: undefined, memo: new Map() }
}

/** Query and body in one bag (reference, section 1.1). @throws Fault for a body that is no object. */
export function inputOf({ url, headers, params, address, body }: Asked): Input {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw invalid('body', 'The body has to be a JSON object.')
  }
  return { params, query: { ...readQuery(url), ...body }, url, headers, address }
}

/** A text put together from many is kept by the engine as these many, at ten times its size. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** Characters of an ASCII text are bytes; others are two. */
const bytesOf = ({ body }: Answer): number => 2 * (body as string).length + 512
