import type { Option } from '../components/option-list.tsx'
import { client } from '../state/client.ts'
import type { Kind } from './address.ts'
import { kinds } from './kinds.ts'

/** An incomplete query. */
export interface EnteredQuery {
  readonly text: string
  /** The position of the caret, in UTF-16 code units. */
  readonly caret: number
}

interface SuggestResponse {
  readonly suggestions: readonly { readonly text: string; readonly help?: string }[]
}

/** Requests suggestions for a value at the caret of a query. */
export async function findValues(
  kind: Kind,
  { text, caret }: EnteredQuery,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const query = { query: text, cursor: caret, object: kinds[kind].asset }
  const { suggestions } = await client.request<SuggestResponse>('GET', 'search/suggest', { query, signal })
  return suggestions.map(({ text: name, help }) => ({ id: `${name} ${help ?? ''}`, name, help }))
}
