import { type Migration, table } from '../schema.ts'

/** Words that texts contain with hyphens, by the same word without them: `wifi`, `wi-fi`. */
export default {
  id: 220,
  name: 'compounds',
  steps: [table('search_compounds', { joined: 'text', written: 'text' }, ['joined', 'written'])],
} satisfies Migration
