import { datesIn, parse, partsOfError, type Resource, SearchError } from '@deskbell/contract'
import { type Context, declared, effective } from '../kernel/context.ts'
import { Fault, invalid } from '../errors/fault.ts'
import { readable } from '../kernel/scope.ts'
import { zoneOf } from '../kernel/zone.ts'
import { all, and, type Bound } from './bound.ts'
import { completeLastWord } from './completion.ts'
import { withCompounds } from './compounds.ts'
import { boundCondition } from './condition.ts'
import { boundFilters, type Filters } from './filters.ts'
import { withGermanSpellings } from './german-spelling.ts'
import { type Lenient, readLenientQuery, withoutWrongValues } from './lenient/read.ts'
import { withWordForms } from './lenient/word-forms.ts'
import { resolve } from './resolve.ts'
import { rejectShortPrefixes } from './short-prefixes.ts'
import type { ResolveContext } from './values.ts'

/** The input of a search. */
export interface SearchRequest {
  /** The query in the search language. */
  readonly text: string
  /** True if the last word is incomplete, because it is being typed; see `completeLastWord`. */
  readonly completes?: boolean
  /** Reads what people type instead of refusing it, and collects the notices about it. */
  readonly lenient?: Lenient
  /** A condition that hits must match in addition to the query, as an object or as JSON (`docs/search.md`). */
  readonly condition?: unknown
  /** Restricts the search to some ids, and a search of users also to roles, permissions and access to groups. */
  readonly filters?: Filters
  /** The name of the time zone in which days begin and end, if the request names one. */
  readonly zone?: string | undefined
}

/**
 * Translates a request to a condition on the records of a resource.
 * @throws Fault `invalid` with the position of the invalid part in the query.
 */
export async function interpret(ctx: Context, declaration: Resource, request: SearchRequest): Promise<Bound> {
  const { condition, filters, zone } = request
  const resource = effective(ctx, declaration)
  // An unknown time zone is rejected even if the query has no dates.
  if (zone !== undefined) await zoneOf(ctx, zone)
  const written = await interpretText(ctx, resource, request)
  const query = await withGermanSpellings(ctx, request.lenient ? await withCompounds(ctx, written) : written)
  const restriction = filters ? await boundFilters(ctx, resource, filters) : all
  if (condition === undefined) return and([query, restriction])
  const object = typeof condition === 'string' ? parseJson(condition) : condition
  return and([
    query,
    restriction,
    boundCondition(ctx, resource, object, { as: readable, zone: await zoneOf(ctx, zone) }),
  ])
}

function interpretText(ctx: Context, resource: Resource, request: SearchRequest): Promise<Bound> {
  const { text, lenient, zone } = request
  const now = ctx.desk.now()
  const resourceNamed = (name: string) => readable(ctx, declared(name))
  return rejectInvalidQuery(text, async () => {
    const read = lenient ? await readLenientQuery(ctx, resource, text, lenient, resourceNamed) : parse(text)
    // `long`: a lenient search also completes the last word, unless it is a short one after others.
    const completed = completeLastWord(read, resource, request.completes ? 'all' : lenient ? 'long' : 'none')
    // The time zone is read only if the query contains a date.
    let asksForDates = false
    const inUtc = datesIn({ now })
    const searched = resourceNamed(resource.name)
    const context: ResolveContext = {
      resourceNamed,
      get dates() {
        asksForDates = true
        return inUtc
      },
    }
    // People are searched by their names, which have no other forms.
    const withForms = lenient && resource.name === 'ticket' ? await withWordForms(ctx, read, completed) : completed
    const query = lenient
      ? await withoutWrongValues(withForms, lenient.notices, (term) => resolve(searched, term, context))
      : completed
    rejectShortPrefixes(query)
    const bound = resolve(searched, query, context)
    const callerZone = asksForDates ? await zoneOf(ctx, zone) : 'UTC'
    return callerZone === 'UTC'
      ? bound
      : resolve(searched, query, { dates: datesIn({ now, zone: callerZone }), resourceNamed })
  })
}

/**
 * Runs work on a query; a mistake in the query is an error of the request.
 * @throws Fault `invalid` with the message, the position and the other details of the mistake (`partsOfError`).
 */
export async function rejectInvalidQuery(text: string, work: () => Promise<Bound>): Promise<Bound> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof SearchError)) throw failure
    const { message } = failure
    throw new Fault('invalid', message, { details: [{ path: 'query', message, ...partsOfError(text, failure) }] })
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('condition', 'condition: not valid JSON.')
  }
}
