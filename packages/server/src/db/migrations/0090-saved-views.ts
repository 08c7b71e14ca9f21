import { index, type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

export default {
  id: 90,
  name: 'saved views',
  steps: [
    table('saved_views', {
      id: 'id',
      user_id: 'ref users',
      name: 'text',
      prio: 'integer',
      condition: 'json',
      query: 'text null',
      order: 'json',
      group_by: 'text null',
      group_direction: 'text null',
      view: 'json',
      ...stamps,
    }),
    index('saved_views', ['user_id']),
  ],
} satisfies Migration
