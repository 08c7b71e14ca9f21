import { searchErrorCodes } from '@deskbell/contract'
import type { Schema } from '../../kernel/schema.ts'

/** The parts of an error in a search query. */
export const searchErrorParts: Record<string, Schema> = {
  code: {
    type: 'string',
    enum: searchErrorCodes,
    description:
      'The kind of an error in a search query. This and the following properties are absent for other errors.',
  },
  column: { type: 'integer', description: 'The first character of the wrong part, counted from 1.' },
  length: { type: 'integer', description: 'Characters of the wrong part; 0 at the end of the query.' },
  expected: { type: 'string', description: 'A phrase for what is valid in this place.' },
  values: { type: 'object', description: 'Parts of the query and limits that the phrase names.' },
  nearest: { type: 'array', items: { type: 'string' }, description: 'Names or values that exist, most similar first.' },
}

/** The keys about the query in the response to a lenient search, if the response is an object. */
export const noticeProperties: Record<string, Schema> = {
  notices: {
    type: 'array',
    description: 'For a lenient search: the parts of the query that the strict language would reject.',
    items: {
      type: 'object',
      properties: { message: { type: 'string' }, ...searchErrorParts },
      required: ['message', ...Object.keys(searchErrorParts)],
    },
  },
  read_as: {
    type: 'string',
    description:
      'For a lenient search in plain words: the conditions that were searched, such as `is:mine is:open` for `my open tickets`.',
  },
  did_you_mean: {
    type: 'string',
    description:
      'For a lenient search for a word that names a condition: this condition, such as `is:overdue` for `overdue`. For one that finds fewer than ten records: the conditions and words that it may mean. For one that finds nothing: other words or names, or fewer words, that find something.',
  },
}
