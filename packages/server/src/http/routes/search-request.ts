import type { SearchRequest } from '../../search/interpret.ts'
import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { betterQuery, betterPlainWordsQuery } from '../../search/lenient/better-query.ts'
import { noticesOf } from '../../search/lenient/read.ts'
import { plainWordsFor } from '../../search/lenient/plain-words.ts'
import { flag, type Query, textOf } from '../query.ts'
import type { Parameter } from '../route.ts'
import { completes } from './form-suggestions.ts'

/** The parameters that select records. */
export const requestParameters: readonly Parameter[] = [
  { name: 'query', doc: 'Search expression; see the guide to the search language.', schema: { type: 'string' } },
  {
    name: 'condition',
    doc: 'Condition in the form that overviews use, in addition to the query: an object in a body, its JSON in a query string.',
    schema: { type: 'object' },
  },
  {
    name: 'time_zone',
    doc: 'Time zone of dates in the query, such as Europe/Berlin. Defaults to the `timezone` of the caller’s preferences, then to the time zone of the desk.',
    schema: { type: 'string' },
  },
  lenientParameter(false),
]

/** The parameter for reading a query leniently, with its default. */
export function lenientParameter(byDefault: boolean): Parameter {
  const exception = byDefault ? '' : ' Suggestions (`label`, `term`) are lenient by default.'
  return {
    name: 'lenient',
    doc: `Read the query as people type it: parts that are not valid are read as words, and \`notices\` in the response report them; see the guide to the search language.${exception}`,
    schema: { type: 'boolean', default: byDefault },
  }
}

/**
 * Reads the parameters of a search.
 * @param isLenient the default for reading the query leniently.
 */
export function searchRequestIn(query: Query, isLenient = completes(query)): SearchRequest {
  const lenient = query['lenient'] === undefined ? isLenient : flag(query, 'lenient')
  return {
    text: textOf(query, 'query') ?? textOf(query, 'term') ?? '',
    completes: completes(query),
    ...(lenient ? { lenient: { notices: [] } } : {}),
    condition: query['condition'],
    zone: textOf(query, 'time_zone'),
  }
}

/** Maximum number of hits that are counted to compare queries. */
export const MAX_COUNTED = 100
/** The default size of a page. Fewer hits than this may be a coincidence: the words may have been meant as conditions. */
const FEW = 10

/**
 * Adds the results of reading a query leniently to a response that is an object. `notices` lists the mistakes. `read_as` has
 * the conditions that were searched instead of the words. `did_you_mean` has the conditions that the words may name; without
 * hits, it may also have a query with other words or names, or with fewer words.
 * @param response the body, and the number of its hits; undefined if there are many, or if no other query is to be suggested
 * even without hits.
 * @param count returns the number of hits of another query, up to `MAX_COUNTED`.
 */
export async function withNotices(
  ctx: Context,
  kinds: readonly Resource[],
  request: SearchRequest,
  response: { readonly body: string; readonly hits: number | undefined },
  count: (request: SearchRequest) => Promise<number>,
): Promise<string> {
  const { text, lenient } = request
  const { body: found, hits = Infinity } = response
  if (!lenient) return found
  const notices = noticesOf(text, lenient.notices)
  const countOf = (other: string) => count({ ...request, text: other, lenient: { ...lenient, notices: [] } })
  const plainWords = kinds.some(({ name }) => name === 'ticket') ? await plainWordsFor(ctx, text) : undefined
  const isSure = plainWords?.certainty === 'sure'
  const isMeant = plainWords?.certainty === 'likely' || (plainWords?.certainty === 'possible' && hits < FEW)
  const conditions = plainWords && isMeant && (await countOf(plainWords.query)) > 0 ? plainWords.query : undefined
  const other = () =>
    isSure
      ? betterPlainWordsQuery(ctx, kinds, request, plainWords.query, countOf)
      : betterQuery(ctx, kinds, request, countOf)
  const better = conditions ?? (hits === 0 ? await other() : undefined)
  const keys = {
    ...(notices.length > 0 && { notices }),
    ...(isSure && { read_as: plainWords.query }),
    ...(better !== undefined && { did_you_mean: better }),
  }
  return Object.entries(keys).reduce((body, [key, value]) => withKey(body, key, JSON.stringify(value)), found)
}

/** Adds a key to an object in JSON. */
export const withKey = (object: string, key: string, value: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}"${key}":${value}}`
