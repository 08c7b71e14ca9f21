/** Computes the state of an imported ticket from its articles, independently of the order in which they were imported. */
import { type CountedArticle, countersOf } from '../../resources/ticket/changes.ts'
import type { ImportStates } from './import-rules.ts'

/**
 * Returns the state and times of a ticket that only imports have written: closed if the last mail is older than
 * `closedBefore`; otherwise the state for follow-ups if an agent has written, or else the state of new tickets.
 */
export function stateOfImported(articles: readonly CountedArticle[], states: ImportStates, closedBefore: string) {
  const [first, last] = [articles[0], articles.at(-1)]
  if (!first || !last) return {}
  const closed_at = last.created_at < closedBefore ? last.created_at : null
  const isAnswered = countersOf(articles).last_contact_agent_at !== null
  const openState = isAnswered ? states.followUp : states.first
  return {
    state_id: closed_at === null ? openState : states.closed,
    close_at: closed_at,
    last_close_at: closed_at,
    created_at: first.created_at,
    created_by_id: first.created_by_id,
    updated_at: last.created_at,
    updated_by_id: last.created_by_id,
  }
}
