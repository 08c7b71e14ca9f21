import { index, type Migration, table } from '../schema.ts'

/** The records that belong to the demo data of a desk, so that exactly these are removed again. */
export default {
  id: 190,
  name: 'demo records',
  steps: [
    table('demo_records', { id: 'id', object: 'text', o_id: 'integer' }),
    index('demo_records', ['object', 'o_id'], { unique: true }),
  ],
} satisfies Migration
