import { assetName, MAX_LENGTH, type Resource, resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import { searchTags } from '../../resources/tag/reads.ts'
import { suggest } from '../../search/suggest.ts'
import { textOf, wholeNumber } from '../query.ts'
import { type Route, signedIn } from '../route.ts'

const kinds: readonly Resource[] = [resources.ticket, resources.user, resources.organization]
const names = kinds.map(assetName)

/** Suggestions for a box in which people write queries. */
export const searchSuggestRoute: Route = {
  method: 'GET',
  path: '/search/suggest',
  tag: 'search',
  summary: 'Suggest fields and values for a query',
  description:
    'Returns what can be inserted at a position of an unfinished query: fields after a letter, values after a field. Suggests only what the caller may read.',
  can: signedIn,
  parameters: [
    { name: 'query', doc: 'The query, which may be unfinished.', schema: { type: 'string' } },
    {
      name: 'cursor',
      doc: 'Position of the caret, in UTF-16 code units from the beginning; the end of the query by default.',
      schema: { type: 'integer', minimum: 0 },
    },
    {
      name: 'object',
      doc: 'The kind of record that the query searches.',
      schema: { type: 'string', enum: names, default: 'Ticket' },
    },
  ],
  response: {
    title: 'SearchSuggestions',
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['nothing', 'field', 'value'], description: 'The kind of the suggestions.' },
      start: { type: 'integer', description: 'Start of the part that a suggestion replaces, in UTF-16 code units.' },
      end: { type: 'integer', description: 'End of that part.' },
      suggestions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'The text as it is written in a query, in quotes if needed.' },
            help: { type: 'string', description: 'Meaning of the field, or name or address of the person.' },
          },
          required: ['text'],
        },
      },
    },
    required: ['kind', 'start', 'end', 'suggestions'],
  },
  async run(ctx, { query }) {
    const text = (textOf(query, 'query') ?? '').slice(0, MAX_LENGTH)
    const cursor = wholeNumber(query, 'cursor', 0, Number.MAX_SAFE_INTEGER) ?? text.length
    const object = textOf(query, 'object') ?? 'Ticket'
    const kind = kinds.find((candidate) => assetName(candidate).toLowerCase() === object.toLowerCase())
    if (!kind) throw invalid('object', `object: expected one of ${names.join(', ')}, got "${object.slice(0, 60)}".`)
    return { body: JSON.stringify(await suggest(ctx, kind, text, Math.min(cursor, text.length), searchTags)) }
  },
}
