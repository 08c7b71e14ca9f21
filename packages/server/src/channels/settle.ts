/** What the mails of a ticket say about the ticket: pure, so that the order in which they arrive makes no difference. */

/** An article as far as its ticket depends on it. */
export interface Said {
  readonly created_at: string
  readonly created_by_id: number
  readonly type_id: number
  readonly sender_id: number
  /** Whether it reached the other side; a note does not. */
  readonly communication: boolean
  readonly internal: boolean
}

/** Ids that the rules need. */
export interface FixedIds {
  readonly senders: { readonly agent: number; readonly customer: number; readonly system: number }
  readonly states: { readonly new: number; readonly open: number; readonly closed: number }
}

/**
 * Counters and contact times (reference, section 5.5). `articles` are in the order of their time.
 */
export function contacts(articles: readonly Said[], { senders }: FixedIds) {
  const open = articles.filter(({ communication, internal }) => communication && !internal)
  const byAgent = open.filter(({ sender_id }) => sender_id === senders.agent)
  const byCustomer = firstOfRuns(open, senders.customer)
  const [agentAt, customerAt] = [byAgent.at(-1)?.created_at ?? null, byCustomer.at(-1)?.created_at ?? null]
  return {
    article_count: articles.filter(({ sender_id }) => sender_id !== senders.system).length,
    create_article_type_id: articles[0]?.type_id ?? null,
    create_article_sender_id: articles[0]?.sender_id ?? null,
    first_response_at: byAgent[0]?.created_at ?? null,
    last_contact_agent_at: agentAt,
    last_contact_customer_at: customerAt,
    last_contact_at:
      [agentAt, customerAt]
        .filter((at) => at !== null)
        .toSorted()
        .at(-1) ?? null,
  }
}

/**
 * The state and times of a ticket that only mail import has written: closed when the last mail is older than
 * `closedBefore`, because nobody waits for an answer to old mail; else open once an agent answered, else new.
 */
export function archived(articles: readonly Said[], ids: FixedIds, closedBefore: string) {
  const [first, last] = [articles[0], articles.at(-1)]
  if (!first || !last) return {}
  const closed = last.created_at < closedBefore ? last.created_at : null
  const answered = contacts(articles, ids).last_contact_agent_at !== null
  return {
    state_id: closed !== null ? ids.states.closed : answered ? ids.states.open : ids.states.new,
    close_at: closed,
    last_close_at: closed,
    created_at: first.created_at,
    created_by_id: first.created_by_id,
    updated_at: last.created_at,
    updated_by_id: last.created_by_id,
  }
}

/** Only the first of several messages in a row asks; the others add to it. */
function firstOfRuns(articles: readonly Said[], sender: number): Said[] {
  return articles.filter(({ sender_id }, index) => sender_id === sender && articles[index - 1]?.sender_id !== sender)
}
