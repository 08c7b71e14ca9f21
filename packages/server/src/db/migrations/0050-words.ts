import type { Migration } from '../schema.ts'

/**
 * The words of all documents, each once, to find those that fit a pattern such as `pri?ter`; and the values of ticket
 * numbers, for ranges. Databases that hold documents already need a `deskbell reindex`.
 */
export default {
  id: 50,
  name: 'words',
  steps: [
    (dialect) => ({ now: dialect.vocabulary('search_words') }),
    (dialect) => ({ now: [`create index tickets_number_value on tickets ((${dialect.wholeNumber('number')}))`] }),
  ],
} satisfies Migration
