import { type Resource, resources } from '@deskbell/contract'
import { type Actor, may } from '../kernel/context.ts'
import { roleFor, rightsColumns, seesAllTickets } from '../resources/ticket/rights.ts'

/**
 * The parts of an event that a caller sees: `history` with old and new values, `record` with the names of the changed
 * attributes only, because the caller may read the record but not its history; undefined: nothing.
 */
export type Visibility = 'history' | 'record' | undefined

/** The columns of a record that decide who may read it. */
export type RecordFacts = Readonly<Record<string, unknown>>

/**
 * Decides in memory who may read a record. A live stream would otherwise run a query per listener and commit, and a
 * deleted record has no row to query. It returns the same as the `readScope` of the resource's slice; a test compares them.
 */
export interface VisibilityRule {
  readonly columns: readonly string[]
  /** @param ticket the facts of the ticket that the record belongs to. */
  readonly of: (actor: Actor, facts: RecordFacts, ticket: RecordFacts | undefined) => Visibility
  /** Returns true if the caller sees every record of this kind, so that no facts are needed. */
  readonly all: (actor: Actor) => boolean
}

/** A kind of record that has events. */
interface EventKind {
  readonly resource: Resource
  readonly rule: VisibilityRule | undefined
}

function ofTicket(actor: Actor, ticket: RecordFacts): Visibility {
  const role = roleFor('see', actor, ticket)
  return role === undefined ? undefined : role === 'customer' ? 'record' : 'history'
}

const ofAuthor = (actor: Actor, { created_by_id }: RecordFacts): Visibility =>
  created_by_id === actor.id ? 'record' : undefined

const personal: VisibilityRule = { columns: ['created_by_id'], of: ofAuthor, all: () => false }

const rules: Readonly<Record<string, VisibilityRule>> = {
  ticket: { columns: rightsColumns, of: ofTicket, all: seesAllTickets },
  article: {
    columns: ['ticket_id', 'internal'],
    of(actor, { internal }, ticket) {
      const visibility = ticket && ofTicket(actor, ticket)
      return visibility === 'record' && internal === true ? undefined : visibility
    },
    all: seesAllTickets,
  },
  user: {
    columns: ['organization_id'],
    of: (actor, { id, organization_id }) =>
      id === actor.id || (organization_id !== null && actor.organizations.includes(organization_id as number))
        ? 'record'
        : undefined,
    all: (actor) => may(actor, 'ticket.agent', 'admin.user'),
  },
  draft: {
    columns: ['created_by_id', 'ticket_id'],
    of: (actor, draft, ticket) =>
      draft['ticket_id'] === null || (ticket && ofTicket(actor, ticket)) ? ofAuthor(actor, draft) : undefined,
    all: () => false,
  },
  saved_view: {
    columns: ['user_id'],
    of: (actor, { user_id }) => (user_id === actor.id ? 'history' : undefined),
    all: () => false,
  },
  organization: {
    columns: [],
    of: (actor, { id }) => (actor.organizations.includes(id as number) ? 'record' : undefined),
    all: (actor) => may(actor, 'ticket.agent', 'admin.organization'),
  },
}

/** The kinds by model. Internal tables, which no caller reads, have no events. */
export const kinds: ReadonlyMap<string, EventKind> = new Map(
  Object.values<Resource>(resources)
    .filter(({ can }) => can.read !== undefined)
    .map((resource) => [
      resource.model,
      { resource, rule: rules[resource.name] ?? (resource.personal ? personal : undefined) },
    ]),
)
