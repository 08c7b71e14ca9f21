import { index, type Step } from '../../schema.ts'

/** Indexes that only searches use. */
export const searching: readonly Step[] = [
  // The order of a search, with the columns that tickets are filtered by: rows of the newest changes lie all over the table, so
  // that reading them takes twenty times as long as reading this index.
  () => ({
    statements: [
      `create index tickets_in_order on tickets (change, customer_id, organization_id, owner_id, group_id, state_id,
        priority_id)`,
    ],
  }),
  // Ranges of ticket numbers; titles by code point, as searches sort and compare them.
  (dialect) => ({ statements: [`create index tickets_number_value on tickets ((${dialect.wholeNumber('number')}))`] }),
  ({ codePointCollation }) => ({
    statements: [`create index tickets_title on tickets (title collate ${codePointCollation})`],
  }),

  // Find the tickets of a value, or that there are none: without these indexes every ticket or article is read. The index
  // of a mostly empty column is partial.
  ...['article_count', 'last_contact_at', 'last_contact_customer_at'].map((column) => index('tickets', [column])),
  ...rarelySet('tickets', [
    'note',
    'type',
    'time_unit',
    'first_response_at',
    'first_response_escalation_at',
    'first_response_in_min',
    'first_response_diff_in_min',
    'close_at',
    'close_escalation_at',
    'close_in_min',
    'close_diff_in_min',
    'update_escalation_at',
    'update_in_min',
    'update_diff_in_min',
    'last_close_at',
    'last_contact_agent_at',
    'last_owner_update_at',
    'escalation_at',
    'pending_time',
  ]),
  without('create_article_type_id', 'create_article_type_id is null'),
  without('create_article_sender_id', 'create_article_sender_id is null'),
  index('ticket_articles', ['type_id', 'ticket_id']),
  index('ticket_articles', ['sender_id', 'ticket_id']),
  index('ticket_articles', ['created_by_id', 'ticket_id']),
  index('ticket_articles', ['updated_by_id', 'ticket_id']),
  index('ticket_articles', ['created_at', 'ticket_id']),
  index('ticket_articles', ['updated_at', 'ticket_id']),
  index('ticket_articles', ['internal', 'ticket_id'], { where: 'internal = true' }),
  ...['to', 'cc', 'subject', 'reply_to', 'message_id', 'in_reply_to', 'origin_by_id'].map(articlesWith),
  index('attachments', ['size']),
]

function rarelySet(table: string, columns: readonly string[]): Step[] {
  return columns.map((column) => index(table, [column], { where: `"${column}" is not null` }))
}

/** Tickets that have an article with any value in a column. The values themselves can be too long for an index. */
function articlesWith(column: string): Step {
  return () => ({
    statements: [
      `create index ticket_articles_with_${column} on ticket_articles (ticket_id) where "${column}" is not null`,
    ],
  })
}

/** Tickets without a value that nearly all have. */
function without(column: string, where: string): Step {
  return () => ({ statements: [`create index tickets_without_${column} on tickets (id) where ${where}`] })
}
