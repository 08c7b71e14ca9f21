import type { Resource } from '@deskbell/contract'
import { inParallel } from '../../db/in-parallel.ts'
import { representOne, shapeOf, type RecordView, requireReadable } from '../../kernel/read-records.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { conditionOf, from } from '../../kernel/scope.ts'
import type { Body } from '../../writing/input.ts'
import { exists } from '../../writing/lookup.ts'
import { runAutomation } from '../../writing/unit-of-work.ts'
import { change, create, lockRecord, remove, type Written } from '../../writing/write.ts'
import { nounWithArticle } from '../openapi/names.ts'
import { readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import { etagOf, ignoredHeader, matchesEtag } from '../reply.ts'
import { type Input, type RouteResponse, signedIn, type WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { readExtra, recordBody } from '../record-body.ts'

/** Returns the routes that write records of a resource, for the verbs with permissions in its declaration. */
export function writeRoutes(resource: Resource): WriteRoute[] {
  const { can } = resource
  return [
    ...(can.create ? [createRoute(resource)] : []),
    ...(can.update ? [updateRoute(resource)] : []),
    ...(can.delete ? [deleteRoute(resource)] : []),
  ]
}

/** Returns the route that creates a record. */
export function createRoute(resource: Resource): WriteRoute {
  return {
    method: 'POST',
    path: `/${resource.path}`,
    tag: resource.path,
    summary: `Create ${nounWithArticle(resource.path)}`,
    can: resource.can.create ?? signedIn,
    parameters: viewParameters,
    body: recordBody(resource, 'create'),
    status: 201,
    response: recordSchema(resource),
    write: (_, input) => {
      const body = readExtra(resource, 'create', bodyOf(input))
      return async (ctx) => respondWithRecord(ctx, resource, await create(ctx, resource, body), input, 201)
    },
  }
}

/** Returns the route that updates the keys in the body. */
export function updateRoute(resource: Resource): WriteRoute {
  return {
    method: 'PUT',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    summary: `Update ${nounWithArticle(resource.path)}`,
    description: 'Changes only what the body names.',
    can: resource.can.update ?? signedIn,
    conditional: true,
    parameters: viewParameters,
    body: recordBody(resource, 'update'),
    response: recordSchema(resource),
    write: (_, input) => {
      const body = readExtra(resource, 'update', bodyOf(input))
      return async (ctx) => {
        const id = await readableId(ctx, resource, input)
        return respondWithRecord(ctx, resource, await change(ctx, resource, id, body), input)
      }
    },
  }
}

/** Returns the route that deletes a record. */
export function deleteRoute(resource: Resource): WriteRoute {
  return {
    method: 'DELETE',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    summary: `Delete ${nounWithArticle(resource.path)}`,
    description: 'Refused with 422 while other records refer to it.',
    can: resource.can.delete ?? signedIn,
    conditional: true,
    response: { type: 'object', maxProperties: 0 },
    write: (_, input) => async (ctx) => {
      await remove(ctx, resource, await readableId(ctx, resource, input))
      return { body: '{}' }
    },
  }
}

/** Returns the body of a write: the input without the parameters that select the view of the response. */
export const bodyOf = ({ query }: Input): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !viewKeys.has(key)))

const viewKeys = new Set(viewParameters.map(({ name }) => name))

/**
 * Returns the id in the path, after checking that the caller may read the record and that `If-Match` names its current
 * state.
 * @throws Fault `not_found`, `forbidden`, `precondition_failed`.
 */
export async function readableId(ctx: WriteContext, resource: Resource, input: Input): Promise<number> {
  const id = idIn(input.params['id'] ?? '', resource.model)
  await lockRecord(ctx, resource, id)
  await requireReadable(ctx, resource, id)
  return checkIfMatch(ctx, resource, id, input)
}

/**
 * Returns the id in the path for a resource whose rules check the rights, so that callers may write without reading.
 */
export async function existingId(ctx: WriteContext, resource: Resource, input: Input): Promise<number> {
  const id = idIn(input.params['id'] ?? '', resource.model)
  const [, isStored] = await inParallel([lockRecord(ctx, resource, id), exists(ctx, resource.name, id)])
  if (!isStored) throw unknownId(resource, id)
  return checkIfMatch(ctx, resource, id, input)
}

/**
 * Checks `If-Match`, if given, for a path that is not that of a record: the tag must be that of the current response to
 * a `GET` of the path.
 * @param read returns the body of this response.
 * @throws Fault `precondition_failed`.
 */
export async function requireEtag({ headers }: Input, read: () => Promise<string>): Promise<void> {
  const expected = headers['if-match']
  if (typeof expected !== 'string') return
  if (!matchesEtag(expected, etagOf({ body: await read() }) as string)) throw new Fault('precondition_failed')
}

/** Returns the id if `If-Match` is absent or names the current state. @throws Fault `precondition_failed`. */
export async function checkIfMatch(ctx: WriteContext, resource: Resource, id: number, input: Input): Promise<number> {
  const expected = input.headers['if-match']
  if (typeof expected === 'string' && !(await isCurrentEtag(ctx, resource, id, input, expected))) {
    throw new Fault('precondition_failed')
  }
  return id
}

/**
 * Returns true if an entity tag is that of the current record in any of the modes in which responses show it. The mode of
 * this request is checked first, because it is the most likely one. Only callers who may read the record get an answer:
 * others could guess its values with tags that they compute.
 * @throws Fault `forbidden`.
 */
async function isCurrentEtag(
  ctx: WriteContext,
  resource: Resource,
  id: number,
  { query }: Input,
  tag: string,
): Promise<boolean> {
  if (tag.trim() === '*') return true
  await requireReadable(ctx, resource, id)
  for (const view of viewsFor(ctx, resource, query)) {
    const body = await representOne(ctx, resource, id, view)
    if (matchesEtag(tag, etagOf({ body }) as string)) return true
  }
  return false
}

/** Returns the views in which a client may have read a record, the requested one first. */
function viewsFor(ctx: WriteContext, resource: Resource, query: Input['query']): Iterable<RecordView> {
  const requested = readView(ctx, resource, query)
  const views = new Map<string, RecordView>()
  for (const mode of [requested.mode, 'plain', 'written', 'expand', 'full'] as const) {
    const view = { ...requested, mode }
    // Several modes may give the same response.
    const shownMode = mode === 'full' ? mode : shapeOf(ctx, resource, view).mode
    if (!views.has(shownMode)) views.set(shownMode, view)
  }
  return views.values()
}

/** Updates a record as its rules allow. If the caller may not read it, the response has its id only. */
export async function changeExisting(
  ctx: WriteContext,
  resource: Resource,
  input: Input,
  body: Body,
  respond: (written: Written) => Promise<RouteResponse> = (written) => respondWithRecord(ctx, resource, written, input),
): Promise<RouteResponse> {
  const id = await existingId(ctx, resource, input)
  const wasReadable = await isReadable(ctx, resource, id)
  const written = await change(ctx, resource, id, body)
  // A move to another group may change whether the caller can read a ticket.
  if (wasReadable || (await isReadable(ctx, resource, id))) return respond(written)
  return { body: JSON.stringify({ id }), ...ignoredHeader(written.ignored) }
}

/** Returns true if the caller may read a record. */
export async function isReadable(ctx: WriteContext, resource: Resource, id: number): Promise<boolean> {
  if (!conditionOf(ctx, resource, 'read', resource.path)) return true
  const readable = from(ctx, resource, 'read').select(`${resource.path}.id`)
  return (await readable.where(`${resource.path}.id`, '=', id).executeTakeFirst()) !== undefined
}

/** Runs the automation that the write triggers, and returns the response to the write, which shows the effects. */
export async function respondWithRecord(
  ctx: WriteContext,
  resource: Resource,
  { id, ignored }: Written,
  { query }: Input,
  status: 200 | 201 = 200,
): Promise<RouteResponse> {
  await runAutomation(ctx)
  const view = readView(ctx, resource, query)
  const mode = view.mode === 'plain' ? 'written' : view.mode
  const [isStored, body] = await inParallel([
    exists(ctx, resource.name, id),
    representOne(ctx, resource, id, { ...view, mode }),
  ])
  // A trigger may delete what was just written.
  return { status, body: isStored ? body : JSON.stringify({ id }), ...ignoredHeader(ignored) }
}
