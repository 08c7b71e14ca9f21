import type { Migration } from '../schema.ts'

/** Titles by code point, as searches sort and compare them; also those that are empty, which had an index of their own. */
export default {
  id: 67,
  name: 'order of titles',
  steps: [
    ({ binary }) => ({
      now: [`create index tickets_title on tickets (title collate ${binary})`, 'drop index tickets_without_title'],
    }),
  ],
} satisfies Migration
