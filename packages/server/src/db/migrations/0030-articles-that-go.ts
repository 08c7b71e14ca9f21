import { index, type Migration } from '../schema.ts'

/** A removed article is looked for where mail import remembers it; without an index that reads every import. */
export default {
  id: 30,
  name: 'articles that go',
  steps: [index('mail_imports', ['article_id'])],
} satisfies Migration
