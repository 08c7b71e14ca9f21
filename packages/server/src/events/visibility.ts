import { type Resource, resources } from '@deskbell/contract'
import { type Actor, may } from '../kernel/context.ts'
import { roleFor, rightsColumns, seesAllTickets } from '../resources/ticket/rights.ts'

/**
 * The parts of an event that a caller sees: `history` with old and new values, `record` with the names of the changed
 * attributes only, because the caller may read the record but not its history; `undefined` for nothing.
 */
export type Visibility = 'history' | 'record' | undefined

/** The columns of a record that decide who may read it, with their values. */
export type AccessColumns = Readonly<Record<string, unknown>>

/**
 * Decides in memory who may read a record, because queries would have to run for each listener and commit, and a deleted
 * record has no row to query. The result is the same as that of the `readScope` of the resource's slice; a test compares them.
 */
export interface VisibilityRule {
  readonly columns: readonly string[]
  /** @param ticket the access columns of the ticket that the record belongs to. */
  readonly visibilityOf: (actor: Actor, access: AccessColumns, ticket: AccessColumns | undefined) => Visibility
  /** Returns true if the caller sees every record of this kind, so that no access columns are needed. */
  readonly seesAll: (actor: Actor) => boolean
}

/** A kind of record that has events. */
interface EventKind {
  readonly resource: Resource
  readonly rule: VisibilityRule | undefined
}

function ticketVisibility(actor: Actor, ticket: AccessColumns): Visibility {
  const role = roleFor('see', actor, ticket)
  if (role === undefined) return undefined
  return role === 'customer' ? 'record' : 'history'
}

const authorVisibility = (actor: Actor, { created_by_id }: AccessColumns): Visibility =>
  created_by_id === actor.id ? 'record' : undefined

const personal: VisibilityRule = { columns: ['created_by_id'], visibilityOf: authorVisibility, seesAll: () => false }

const rules: Readonly<Record<string, VisibilityRule>> = {
  ticket: { columns: rightsColumns, visibilityOf: ticketVisibility, seesAll: seesAllTickets },
  article: {
    columns: ['ticket_id', 'internal'],
    visibilityOf(actor, { internal }, ticket) {
      const visibility = ticket && ticketVisibility(actor, ticket)
      return visibility === 'record' && internal === true ? undefined : visibility
    },
    seesAll: seesAllTickets,
  },
  user: {
    columns: ['organization_id'],
    visibilityOf: (actor, { id, organization_id }) =>
      id === actor.id || (organization_id !== null && actor.organizations.includes(organization_id as number))
        ? 'record'
        : undefined,
    seesAll: (actor) => may(actor, 'ticket.agent', 'admin.user'),
  },
  draft: {
    columns: ['created_by_id', 'ticket_id'],
    visibilityOf: (actor, draft, ticket) =>
      draft['ticket_id'] === null || (ticket && ticketVisibility(actor, ticket))
        ? authorVisibility(actor, draft)
        : undefined,
    seesAll: () => false,
  },
  saved_view: {
    columns: ['user_id'],
    visibilityOf: (actor, { user_id }) => (user_id === actor.id ? 'history' : undefined),
    seesAll: () => false,
  },
  organization: {
    columns: [],
    visibilityOf: (actor, { id }) => (actor.organizations.includes(id as number) ? 'record' : undefined),
    seesAll: (actor) => may(actor, 'ticket.agent', 'admin.organization'),
  },
}

/** The kinds of records with events, by model. Internal tables, which no caller reads, have no events. */
export const eventKinds: ReadonlyMap<string, EventKind> = new Map(
  Object.values<Resource>(resources)
    .filter(({ can }) => can.read !== undefined)
    .map((resource) => [
      resource.model,
      { resource, rule: rules[resource.name] ?? (resource.personal ? personal : undefined) },
    ]),
)
