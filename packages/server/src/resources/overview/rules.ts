import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { Fault, invalid } from '../../errors/fault.ts'
import type { Change, FieldValues, Rules, WriteContext } from '../../kernel/context.ts'
import { boundCondition } from '../../search/condition.ts'
import { interpret } from '../../search/interpret.ts'

/** The layouts of an overview, each with columns of its own, as existing clients name them. */
const layouts = ['d', 's', 'm'] as const

/** Validates condition, order and link. A new overview gets a unique link and the last position, unless the body sets them. */
export const overviewRules: Rules = {
  derivedKeys: ['link', 'prio'],
  async derive(ctx, change) {
    const { before, values } = change
    checkList(ctx, change)
    checkLink(values)
    if (before) return {}
    const assigned = { link: await freeLink(ctx, values['name'] as string | undefined), prio: await nextPosition(ctx) }
    return { ...defaults, ...assigned, ...values }
  },
}

/** Maximum number of saved views of an agent. More would make it slow to list them with their counts. */
const MAX_SAVED_VIEWS = 100

/**
 * Maximum length of the condition, the order and the columns of a saved view as JSON, because every request for a list reads
 * all saved views of the agent.
 */
const MAX_SAVED_VIEW_LENGTH = 100_000

/** Validates a saved view and gives it its owner. */
export const savedViewRules: Rules = {
  derivedKeys: ['user_id'],
  async derive(ctx, change) {
    const { before, values } = change
    checkList(ctx, change)
    checkLength({ ...before, ...values })
    if (typeof values['query'] === 'string') await interpret(ctx, resources.ticket, { text: values['query'] })
    if (before) return {}
    await checkViewCount(ctx)
    return { user_id: ctx.actor.id, order: defaults['order'], view: defaults['view'], ...values }
  },
  authorize(ctx, before) {
    if (before && before['user_id'] !== ctx.actor.id) throw new Fault('forbidden')
  },
}

/** @throws Fault `invalid` for a saved view that is too long. */
function checkLength({ condition, order, view }: FieldValues): void {
  if (JSON.stringify([condition, order, view]).length <= MAX_SAVED_VIEW_LENGTH) return
  throw invalid('condition', `condition, order and view: at most ${MAX_SAVED_VIEW_LENGTH} characters of JSON together.`)
}

/** @throws Fault `invalid` if the caller already has the maximum number of saved views. */
async function checkViewCount({ db, actor }: WriteContext): Promise<void> {
  const { count } = await db.sql
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_SAVED_VIEWS) throw new Fault('invalid', `A user has at most ${MAX_SAVED_VIEWS} saved views.`)
}

/** The columns of each layout, unless the body names others. */
const columns = ['title', 'customer', 'group', 'created_at']
const defaults: FieldValues = {
  order: { by: 'created_at', direction: 'ASC' },
  view: { ...Object.fromEntries(layouts.map((layout) => [layout, columns])), view_mode_default: 's' },
}

function checkList(ctx: WriteContext, { values }: Change): void {
  const { condition, order, group_direction } = values
  if (condition !== undefined) boundCondition(ctx, resources.ticket, condition)
  const { direction } = (order ?? {}) as FieldValues
  for (const [path, value] of [
    ['order', direction],
    ['group_direction', group_direction],
  ] as const) {
    if (value === undefined || value === null || value === '') continue
    if (typeof value === 'string' && ['asc', 'desc'].includes(value.toLowerCase())) continue
    throw invalid(path, `${path}: the direction is ASC or DESC.`)
  }
}

function checkLink({ link }: FieldValues): void {
  if (typeof link === 'string' && !/^[\p{L}\p{N}_-]+$/u.test(link)) {
    throw invalid('link', 'link: letters, digits, _ and - only.')
  }
}

/** Derives a link from the name, with a number if it is taken. */
async function freeLink(ctx: WriteContext, name = ''): Promise<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const link = words.join('_').slice(0, 200) || 'overview'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? link : `${link}_${number}`
    const existing = await ctx.db.sql
      .selectFrom('overviews')
      .select('id')
      .where('link', '=', candidate)
      .executeTakeFirst()
    if (!existing) return candidate
  }
}

async function nextPosition(ctx: WriteContext): Promise<number> {
  const { last } = await ctx.db.sql
    .selectFrom('overviews')
    .select(sql<number | string>`coalesce(max(prio), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return Number(last) + 1
}
