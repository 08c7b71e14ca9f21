import type { Resource, TicketText } from '@deskbell/contract'
import type { ColumnLeaf } from './bound.ts'

/*
 * The indexes of the database and the columns of documents, as data for the planner. A test compares them with the
 * catalogue of the database itself; see CONTRIBUTING for adding a searchable field.
 */

/** The indexes of a resource. */
interface Indexes {
  /** References with an index of the reference and the change number, so that rows are read in the order of a search. */
  readonly references: readonly string[]
  /** By reference: further references in its index, whose conditions are checked without reading rows. */
  readonly covered: Readonly<Record<string, readonly string[]>>
  /** Pairs of references with an index of the two references and the change number. */
  readonly pairs: readonly (readonly [string, string])[]
  /** Columns with an index of their values. */
  readonly values: readonly string[]
  /** Columns with an index of the rows that have a value. */
  readonly present: readonly string[]
  /** Columns with an index of the rows that have no value. */
  readonly absent: readonly string[]
  /** Columns with an index and hardly any equal values: orders that can be read row by row. */
  readonly orders: readonly string[]
}

const names = (list: string): string[] => list.split(' ')

const none: Indexes = { references: [], covered: {}, pairs: [], values: [], present: [], absent: [], orders: [] }

/** Columns of tickets that are mostly empty: their indexes contain only the rows with a value. */
const rarelySet = names(
  'time_unit note type pending_time escalation_at waiting_since first_response_at first_response_escalation_at ' +
    'first_response_in_min first_response_diff_in_min close_at close_escalation_at close_in_min close_diff_in_min ' +
    'last_close_at last_contact_agent_at update_escalation_at update_in_min update_diff_in_min last_owner_update_at ' +
    'checklist_id',
)
/** Columns with indexes of both the rows with a value and the rows without one. */
const indexedBothWays = names('article_count last_contact_at last_contact_customer_at')

const indexes: Readonly<Record<string, Indexes>> = {
  ticket: {
    references: names('group_id state_id priority_id customer_id organization_id owner_id'),
    covered: { customer_id: ['state_id', 'group_id'] },
    pairs: [
      ['group_id', 'state_id'],
      ['owner_id', 'state_id'],
    ],
    values: [...rarelySet, ...indexedBothWays, ...names('id number title')],
    present: [...rarelySet, ...indexedBothWays, 'organization_id'],
    absent: [
      ...indexedBothWays,
      ...names('organization_id owner_id number title create_article_type_id create_article_sender_id'),
    ],
    orders: names('id number title created_at updated_at'),
  },
  article: {
    ...none,
    values: names('id type_id sender_id created_by_id updated_by_id created_at updated_at internal'),
    present: names('to cc subject reply_to message_id in_reply_to origin_by_id'),
  },
  attachment: { ...none, values: names('id size') },
  mention: { ...none, values: names('id user_id') },
}

/** Returns the indexes of a resource. */
export const indexesOf = ({ name }: { readonly name: string }): Indexes => indexes[name] ?? none

/** Resources with indexes that the planner uses. */
export const resourcesWithIndexes: readonly string[] = Object.keys(indexes)

/**
 * Texts of other records in the document of a ticket: the path in a query, and the columns for the texts of public and of
 * internal articles.
 */
export const ticketText: Readonly<Record<TicketText, { readonly public: string; readonly internal?: string }>> = {
  tags: { public: 'tags' },
  'tags.name': { public: 'tags' },
  'article.subject': { public: 'article_subject', internal: 'internal_subject' },
  'article.from': { public: 'article_from', internal: 'internal_from' },
  'article.to': { public: 'article_to', internal: 'internal_to' },
  'article.cc': { public: 'article_cc', internal: 'internal_cc' },
  'article.body': { public: 'article_body', internal: 'internal_body' },
  'article.attachment.title': { public: 'article_attachment', internal: 'internal_attachment' },
  'article.attachment.filename': { public: 'article_attachment', internal: 'internal_attachment' },
}

/** BM25 weights of the columns of documents; 1 for columns that are not listed. The terms of references have no weight. */
const weights: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ticket: { refs: 0, number: 8, title: 8, tags: 4, article_subject: 2, internal_subject: 2 },
  user: { fullname: 8, login: 4, email: 4, firstname: 4, lastname: 4 },
}

/** The weights of the columns of all other resources: those with the label of a record weigh more. */
const labels: Readonly<Record<string, number>> = { name: 8, title: 8 }

/** Returns the weight of a word in a column of the document of a resource. */
export const weightOf = ({ name }: { readonly name: string }, column: string): number =>
  (weights[name] ?? labels)[column] ?? 1

/** The columns with a weight of their own, by resource. */
export const weightedColumns: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(weights).map(([name, columns]) => [name, Object.keys(columns)]),
)

const namesOfUsers = names('fullname firstname lastname login email')

/** A word without a field is also searched in these columns of the records that a ticket refers to. */
export const searchedReferences: readonly {
  readonly by: string
  readonly to: string
  readonly columns: readonly string[]
}[] = [
  { by: 'customer_id', to: 'user', columns: namesOfUsers },
  { by: 'owner_id', to: 'user', columns: namesOfUsers },
  { by: 'organization_id', to: 'organization', columns: ['name', 'domain'] },
  { by: 'group_id', to: 'group', columns: ['name'] },
]

/**
 * Returns true for a condition that a field of tickets is set, if it is set in every ticket. Texts can be empty, which counts
 * as not set.
 */
export function isAlwaysSet({ name, fields }: Resource, { column, test }: ColumnLeaf): boolean {
  const field = fields[column]
  if (name !== 'ticket' || test.is !== 'set' || field === undefined || field.custom) return false
  return !field.null && field.kind !== 'text'
}
