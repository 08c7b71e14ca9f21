import { index, type Migration } from '../schema.ts'

/** Changes of the state of tickets in the order of time, for reports. */
export default {
  id: 165,
  name: 'changes of state',
  steps: [index('histories', ['created_at', 'o_id', 'id_from', 'id_to', 'object'], { where: `attribute = 'state'` })],
} satisfies Migration
