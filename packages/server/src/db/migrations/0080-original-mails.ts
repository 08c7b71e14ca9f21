import type { Migration } from '../schema.ts'

/** The bytes of imported messages are stored; messages imported before have no size, because theirs were not. */
export default {
  id: 80,
  name: 'original mails',
  steps: [(dialect) => ({ now: [`alter table mail_imports add column size ${dialect.column.integer}`] })],
} satisfies Migration
