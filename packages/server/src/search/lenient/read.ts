import { partsOfError, type Query, readLeniently, type Resource, SearchError, type Term } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { withDeskWords, wordsOf } from './desk-words.ts'
import { mapTerms } from './map-terms.ts'
import { plainWordsFor } from './plain-words.ts'
import { withoutQuestionWords } from './unimportant-words.ts'

/** A lenient search: invalid parts of its query are searched as words, and listed in the notices. */
export interface Lenient {
  /** The resources whose fields the query may name; by default the one that is searched. */
  readonly among?: readonly Resource[]
  /** Parts that the strict language rejects. Reading the query adds to them. */
  readonly notices: SearchError[]
}

/** Reads a query leniently, for the caller. @param resourceNamed returns a resource as the caller may read it. */
export async function readLenientQuery(
  ctx: Context,
  resource: Resource,
  text: string,
  { among = [resource], notices }: Lenient,
  resourceNamed: (name: string) => Resource,
): Promise<Query> {
  const plainWords = resource.name === 'ticket' ? await plainWordsFor(ctx, text) : undefined
  const typed = plainWords?.certainty === 'sure' ? plainWords.query : withoutQuestionWords(text)
  const { query, mistakes } = readLeniently(typed, {
    resources: among.map(({ name }) => resourceNamed(name)),
    resourceNamed,
  })
  for (const mistake of mistakes) addNotice(notices, mistake)
  return withDeskWords(ctx, resource, query, resourceNamed)
}

/**
 * Replaces terms with a value that their field cannot have, such as `article_count:many`, by the words of the value.
 * A field that only other resources have is an error, because the resource then has no hits.
 * @param check throws a SearchError for such a term.
 */
export async function withoutWrongValues(
  query: Query,
  notices: SearchError[],
  check: (term: Term) => void,
): Promise<Query> {
  const checked = await mapTerms(query, (term) => {
    try {
      check(term)
      return term
    } catch (failure) {
      if (!(failure instanceof SearchError) || failure.code === 'field_unknown') throw failure
      addNotice(notices, failure)
      return wordsOf(term, textOf(term))
    }
  })
  return checked ?? { kind: 'all', at: 1 }
}

function textOf({ value }: Term): string {
  if (value.kind !== 'wildcard') return 'text' in value ? value.text : ''
  return value.parts.map((part) => (part.kind === 'text' ? part.text : ' ')).join('')
}

function addNotice(notices: SearchError[], notice: SearchError): void {
  if (!notices.some(({ code, column }) => code === notice.code && column === notice.column)) notices.push(notice)
}

/** Returns the notices in the form of responses: in the order of the text, with the keys that errors have. */
export const noticesOf = (text: string, notices: readonly SearchError[]): object[] =>
  notices
    .toSorted((a, b) => a.column - b.column)
    .map((notice) => ({ message: notice.message, ...partsOfError(text, notice) }))
