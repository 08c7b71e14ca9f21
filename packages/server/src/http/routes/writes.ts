import type { Resource } from '@deskbell/contract'
import { readOne, representOne, shapeOf, unknownId, type AnswerShape } from '../../kernel/crud.ts'
import { Fault } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { conditionOf, from } from '../../kernel/scope.ts'
import type { Body } from '../../writing/input.ts'
import { exists } from '../../writing/lookup.ts'
import { change, create, hold, remove, type Written } from '../../writing/write.ts'
import { aNoun } from '../openapi/names.ts'
import { readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import { etagOf, ignoredHeader, matches } from '../reply.ts'
import type { Answer, Input, WriteRoute } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { readExtra, recordBody } from '../record-body.ts'

/** The routes that change records of a resource, as far as its declaration opens them. */
export function writeRoutes(resource: Resource): WriteRoute[] {
  const { can } = resource
  return [
    ...(can.create ? [createRoute(resource)] : []),
    ...(can.update ? [updateRoute(resource)] : []),
    ...(can.delete ? [deleteRoute(resource)] : []),
  ]
}

/** A new record. */
export function createRoute(resource: Resource): WriteRoute {
  return {
    method: 'POST',
    path: `/${resource.path}`,
    tag: resource.path,
    summary: `Create ${aNoun(resource.path)}`,
    can: resource.can.create ?? [],
    parameters: viewParameters,
    body: recordBody(resource, 'create'),
    status: 201,
    answer: recordSchema(resource),
    write: (_, input) => {
      const body = readExtra(resource, 'create', bodyOf(input))
      return async (ctx) => answerOf(ctx, resource, await create(ctx, resource, body), input, 201)
    },
  }
}

/** Changes what is named in the body, and nothing else. */
export function updateRoute(resource: Resource): WriteRoute {
  return {
    method: 'PUT',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    summary: `Update ${aNoun(resource.path)}`,
    description: 'Changes only what the body names.',
    can: resource.can.update ?? [],
    parameters: viewParameters,
    body: recordBody(resource, 'update'),
    answer: recordSchema(resource),
    write: (_, input) => {
      const body = readExtra(resource, 'update', bodyOf(input))
      return async (ctx) => {
        const id = await reached(ctx, resource, input)
        return answerOf(ctx, resource, await change(ctx, resource, id, body), input)
      }
    },
  }
}

/** Removes a record. */
export function deleteRoute(resource: Resource): WriteRoute {
  return {
    method: 'DELETE',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    summary: `Delete ${aNoun(resource.path)}`,
    description: 'Refused with 422 while other records refer to it.',
    can: resource.can.delete ?? [],
    answer: { type: 'object', maxProperties: 0 },
    write: (_, input) => async (ctx) => {
      await remove(ctx, resource, await reached(ctx, resource, input))
      return { body: '{}' }
    },
  }
}

/** What a body says of a record: what was sent, without what says how the answer shall look. */
export const bodyOf = ({ query }: Input): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !aboutTheAnswer.has(key)))

const aboutTheAnswer = new Set(viewParameters.map(({ name }) => name))

/**
 * The id in the path, when the caller reaches the record and it is as they know it.
 * @throws Fault `not_found`, `forbidden`, and `precondition_failed` when `If-Match` names another state.
 */
export async function reached(ctx: WriteContext, resource: Resource, input: Input): Promise<number> {
  const id = idIn(input.params['id'] ?? '', resource.model)
  await hold(ctx, resource, id)
  await readOne(ctx, resource, id, { mode: 'columns', fields: ['id'] })
  return asExpected(ctx, resource, id, input)
}

/** The same for a resource whose rules say who may write to a record, seen or not. */
export async function known(ctx: WriteContext, resource: Resource, input: Input): Promise<number> {
  const id = idIn(input.params['id'] ?? '', resource.model)
  await hold(ctx, resource, id)
  if (!(await exists(ctx, resource.name, id))) throw unknownId(resource, id)
  return asExpected(ctx, resource, id, input)
}

async function asExpected(ctx: WriteContext, resource: Resource, id: number, input: Input): Promise<number> {
  const expected = input.headers['if-match']
  if (typeof expected === 'string' && !(await isState(ctx, resource, id, input, expected))) {
    throw new Fault('precondition_failed')
  }
  return id
}

/**
 * Whether a tag is that of the record as it stands, in any of the forms in which it is handed out: each once, the one
 * that this request asks for first, because whoever read it so mostly writes it so.
 */
async function isState(
  ctx: WriteContext,
  resource: Resource,
  id: number,
  { query }: Input,
  tag: string,
): Promise<boolean> {
  if (tag.trim() === '*') return true
  const asked = readView(ctx, resource, query)
  const forms = new Map<string, AnswerShape>()
  for (const mode of [asked.mode, 'plain', 'written', 'expand', 'full'] as const) {
    const view = { ...asked, mode }
    const form = mode === 'full' ? mode : shapeOf(ctx, resource, view).mode
    if (!forms.has(form)) forms.set(form, view)
  }
  for (const view of forms.values()) {
    const body = await representOne(ctx, resource, id, view)
    if (matches(tag, etagOf({ body }) as string)) return true
  }
  return false
}

/** Changes a record, whoever the rules of its noun let change it. One that is out of reach is answered with its id alone. */
export async function changeKnown(
  ctx: WriteContext,
  resource: Resource,
  input: Input,
  body: Body,
  answer: (done: Written) => Promise<Answer> = (done) => answerOf(ctx, resource, done, input),
): Promise<Answer> {
  const id = await known(ctx, resource, input)
  const wasRead = await isRead(ctx, resource, id)
  const done = await change(ctx, resource, id, body)
  // A change to another group can take a ticket into the caller's reach, or out of it.
  if (wasRead || (await isRead(ctx, resource, id))) return answer(done)
  return { body: JSON.stringify({ id }), ...ignoredHeader(done.ignored) }
}

/** Whether the caller reads a record. */
export async function isRead(ctx: WriteContext, resource: Resource, id: number): Promise<boolean> {
  if (!conditionOf(ctx, resource, 'read', resource.path)) return true
  const own = from(ctx, resource, 'read').select(`${resource.path}.id`)
  return (await own.where(`${resource.path}.id`, '=', id).executeTakeFirst()) !== undefined
}

/** The record as the caller has just written it. */
export async function answerOf(
  ctx: WriteContext,
  resource: Resource,
  { id, ignored }: Written,
  { query }: Input,
  status: 200 | 201 = 200,
): Promise<Answer> {
  const view = readView(ctx, resource, query)
  const mode = view.mode === 'plain' ? 'written' : view.mode
  const body = await representOne(ctx, resource, id, { ...view, mode })
  return { status, body, ...ignoredHeader(ignored) }
}
