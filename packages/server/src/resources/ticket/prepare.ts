/** What the body of a ticket needs before its transaction begins: what is beside its columns, read and made ready. */
import type { Context } from '../../kernel/context.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Held } from '../../kernel/rules.ts'
import { asWhole, shown } from '../../writing/values.ts'
import { prepareArticle, type Prepared } from '../article/prepare.ts'

/** What is written together with a ticket. */
export interface Beside {
  readonly article: Prepared | undefined
  readonly tags: readonly string[]
  readonly mentions: readonly number[]
  readonly links: readonly NewLink[]
}

/** A link of the new ticket, which is the source: the `type` of the target (reference, section 3.11). */
export interface NewLink {
  readonly type: 'normal' | 'parent' | 'child'
  readonly target: number
}

/** The key under which a body carries what was prepared; a client cannot send it. */
export const beside = 'beside'

/** What a prepared body carries beside the columns. */
export const besideOf = (body: Held): Beside => (body[beside] as Beside | undefined) ?? nothing

const nothing: Beside = { article: undefined, tags: [], mentions: [], links: [] }

/**
 * Makes the body of a write ready.
 * @throws Fault `invalid` for an article, tags, mentions or links that cannot be read.
 */
export async function prepareTicket(ctx: Context, verb: 'create' | 'update', body: Held): Promise<Held> {
  const { article, [beside]: _, ...rest } = body
  const prepared = await articleIn(ctx, verb, article)
  if (verb === 'update') return { ...withoutBlank(rest), [beside]: { ...nothing, article: prepared } }
  const { tags, mentions, links, ...values } = rest
  const more: Beside = {
    article: prepared,
    tags: tagsIn(tags),
    mentions: idsIn('mentions', mentions),
    links: linksIn(links),
  }
  return { ...withoutBlank(values), [beside]: more }
}

/** What may be left blank and then gets what is usual (reference, section 5.2, rule 6). */
const blankable = ['state', 'priority', 'customer', 'organization'].flatMap((name) => [name, `${name}_id`])

const withoutBlank = (body: Held): Held =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => !((value === '' || value === null) && blankable.includes(key) && key !== 'organization_id'),
    ),
  )

/** An update may carry an empty article, as forms send it; a new ticket cannot begin with one. */
async function articleIn(ctx: Context, verb: 'create' | 'update', given: unknown): Promise<Prepared | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid('article', `article: expected an object, got ${shown(given)}.`)
  }
  if (verb === 'update' && Object.keys(given).length === 0) return undefined
  return prepareArticle(ctx, given as Held).catch(inArticle)
}

/** A refusal that says where in the body of the ticket it was. */
function inArticle(failure: unknown): never {
  if (!(failure instanceof Fault) || failure.details.length === 0) throw failure
  const details = failure.details.map(({ path, message }) => ({ path: `article.${path}`, message }))
  throw new Fault(failure.code, failure.message, { details })
}

/** More than this on one ticket says nothing any more. */
const mostTags = 200

/** Tags as existing clients send them: with commas, or as a list. */
export function tagsIn(given: unknown): string[] {
  if (given === undefined || given === null || given === '') return []
  const list = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) {
    throw invalid('tags', `tags: expected names, separated by commas or as a list, got ${shown(given)}.`)
  }
  const names = new Map(list.map((name: string) => [name.trim().toLowerCase(), name.trim()]))
  names.delete('')
  for (const name of names.values()) {
    if (name.includes('\0') || Array.from(name).length > 250) {
      throw invalid('tags', `tags: a tag has at most 250 characters, and no NUL among them.`)
    }
  }
  if (names.size > mostTags) throw invalid('tags', `tags: at most ${mostTags} at once, got ${names.size}.`)
  return [...names.values()].map((name) => name.toWellFormed())
}

/** @throws Fault `invalid` for anything that is no id. */
export function idsIn(name: string, given: unknown): number[] {
  if (given === undefined || given === null || given === '') return []
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [given]
  if (list.length > 1000) throw invalid(name, `${name}: at most 1000 at once, got ${list.length}.`)
  const ids = list.map((one: unknown) => {
    const id = asWhole(one)
    if (id === undefined || id < 1) throw invalid(name, `Invalid value for param '${name}': ${shown(one)}`)
    return id
  })
  return [...new Set(ids)]
}

function linksIn(given: unknown): NewLink[] {
  if (given === undefined || given === null || given === '') return []
  return entriesOf(given).flatMap(([object, byType]) => {
    if (object !== 'Ticket') throw invalid('links', 'links: only tickets can be linked.')
    return entriesOf(byType).flatMap(([type, ids]) => {
      if (type !== 'normal' && type !== 'parent' && type !== 'child') throw badLinks()
      return idsIn('links', ids).map((target) => ({ type, target }) as const)
    })
  })
}

function entriesOf(given: unknown): [string, unknown][] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badLinks()
  return Object.entries(given)
}

const badLinks = (): Fault => invalid('links', 'links: expected ids by type, such as {"Ticket": {"parent": [7]}}.')
