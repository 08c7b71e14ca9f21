import { addColumn, type Migration } from '../schema.ts'

/** Customers count the articles that they may read, so the internal ones of each ticket are counted apart. */
export default {
  id: 74,
  name: 'internal articles',
  steps: [
    addColumn('tickets', 'internal_article_count', 'integer', '0'),
    ({ name }) => {
      const internal = `a.internal = ${name === 'sqlite' ? '1' : 'true'}
        and a.sender_id not in (select id from ticket_article_senders where name = 'System')`
      return {
        now: [],
        after: [
          `update tickets set internal_article_count =
            (select count(*) from ticket_articles a where a.ticket_id = tickets.id and ${internal})
            where id in (select a.ticket_id from ticket_articles a where ${internal})`,
        ],
      }
    },
  ],
} satisfies Migration
