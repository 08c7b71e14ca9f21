import type { ServerResponse } from 'node:http'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Actor, Desk } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { actorOf } from '../resources/user/actor.ts'
import { andThen } from '../kernel/statement.ts'
import { type Authenticate, permit } from './auth.ts'
import { lazyAbortSignal, MAX_READING } from './abort-signal.ts'
import { checkCsrf } from './cookies.ts'
import { readQuery } from './query.ts'
import { type PreparedResponse, prepareResponse } from './reply.ts'
import type { RouteResponse, Input, Route } from './route.ts'

/** The parts of a request. Except on routes with a `key`, they are not parsed before the caller is authenticated. */
export interface RequestParts extends Pick<Input, 'url' | 'headers' | 'params' | 'address'> {
  readonly body: unknown
  /** Receives the id of the actor, if requests are logged or counted. */
  readonly onActor?: ((user: number) => void) | undefined
}

/**
 * Prepares the response to a read, for the framework and for the fast path.
 * @param admitted the caller, if the headers were checked before the body was read.
 * @throws Fault if the request is rejected.
 */
export type ReadHandler = (
  route: Route,
  request: RequestParts,
  response: ServerResponse,
  admitted?: AdmittedCaller,
) => PreparedResponse | Promise<PreparedResponse>

/** A caller who may use a route, and the cache of the database state in which this was checked. */
export interface AdmittedCaller {
  readonly cache: ReadCache
  readonly actor: Actor
  /** The time of the check, in milliseconds of `performance.now()`. */
  readonly checkedAt: number
}

/**
 * Makes the function that authenticates the caller, checks permissions, reads the input, runs the route and prepares
 * the response. It returns a promise only if a step has to wait: with a cached caller and an embedded database the
 * response is available synchronously.
 */
export function readHandler(desk: Desk, authenticate: Authenticate, maxReading = MAX_READING): ReadHandler {
  return (route, request, response, admitted) => {
    return andThen(admitted ?? admitCaller(desk, route, request, authenticate), ({ cache, actor }) => {
      const key = `response:${actor.key}:${request.url}`
      const cached = route.cached && cache.get<PreparedResponse>(key)
      if (cached) return cached
      const run = (db: Connection = desk.database) =>
        route.run({ desk, db, cache, actor, ended: lazyAbortSignal(response, maxReading) }, inputOf(request))
      // Only GET routes read from the replica: a route with another method may read what it has just written. The
      // replica returns nothing older than the cache: the position that it has to reach is looked up only now, after the
      // version of the cache was read.
      const replica = route.method === 'GET' ? desk.database.replica?.current() : undefined
      return andThen(replica ? replica.then(run) : run(), (result) => {
        // A response is stored from its second request on.
        if (!route.cached || !cache.markRequested(key)) return prepareResponse(result)
        const prepared = prepareResponse({ ...result, body: flatten(result.body as string) })
        cache.set(key, prepared, bytesOf(prepared.response))
        return prepared
      })
    })
  }
}

/** Authenticates the caller from the headers and checks their permissions. @throws Fault. */
export function admitCaller(
  desk: Desk,
  route: Pick<Route, 'method' | 'can' | 'key'>,
  request: RequestParts,
  authenticate: Authenticate,
): AdmittedCaller | Promise<AdmittedCaller> {
  checkCsrf(route.method, request.headers)
  return andThen(desk.cache.current(), (cache) => {
    const caller = route.key
      ? callerWithKey(desk, cache, route, request, authenticate)
      : authenticate(request.headers, cache, request.address)
    return andThen(caller, (actor) => {
      request.onActor?.(actor.id)
      permit(actor, route.can)
      return { cache, actor, checkedAt: performance.now() }
    })
  })
}

/** Returns a caller who may use only this route if the request has its key, and otherwise requires credentials. */
async function callerWithKey(
  desk: Desk,
  cache: ReadCache,
  { key, can }: Pick<Route, 'key' | 'can'>,
  request: RequestParts,
  authenticate: Authenticate,
): Promise<Actor> {
  const hasKey = await key?.(desk, inputOf(request))
  const system = hasKey ? await actorOf(desk, cache, systemUser, [], 'even inactive') : undefined
  if (!system) return authenticate(request.headers, cache, request.address)
  // The `key` of an actor names its rights in the cache.
  return { ...system, key: 'key', permissions: new Set(can), limit: undefined, memo: new Map() }
}

/** Merges query and body: clients may send an input in either. @throws Fault for a body that is not an object. */
export function inputOf({ url, headers, params, address, body }: RequestParts): Input {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw invalid('body', 'The body has to be a JSON object.')
  }
  return { params, query: { ...readQuery(url), ...body }, url, headers, address }
}

/** Copies a text, because V8 stores a concatenated string as a tree of its parts, which takes ten times the memory. */
const flatten = (text: string): string => Buffer.from(text).toString()

/** Estimated memory of a cached response, in bytes: at most two for a character, and 512 for the rest. */
const bytesOf = ({ body }: RouteResponse): number => 2 * (body as string).length + 512
