import { type Resource, resources } from '@deskbell/contract'
import { type Actor, may } from '../kernel/context.ts'
import type { Facts } from './batch.ts'

/**
 * How much a caller learns of what happened to a record: `history` with what it was before and is now, `record` only
 * which attributes changed, because the caller may read the record but not its history; undefined nothing at all.
 */
export type Visibility = 'history' | 'record' | undefined

/**
 * Who may read a record, decided from a few of its columns instead of by the database: a live stream would otherwise
 * ask for each of its listeners at each commit, and a record that is gone has no row to ask for. It says the same as
 * the `reach` of the resource's slice, and a test holds them together.
 */
export interface VisibilityRule {
  readonly columns: readonly string[]
  /** @param ticket what is known of the ticket that the record belongs to. */
  readonly of: (actor: Actor, facts: Facts, ticket: Facts | undefined) => Visibility
  /** Whether the caller sees all there are, and nothing has to be known of the one. */
  readonly all: (actor: Actor) => boolean
}

/** A kind of record that events are about. */
interface EventKind {
  readonly resource: Resource
  readonly rule: VisibilityRule | undefined
}

const seesAllTickets = (actor: Actor): boolean => may(actor, 'ticket.agent') && actor.readsAllGroups

const ofTicket = (actor: Actor, { group_id, customer_id, organization_id }: Facts): Visibility => {
  if (may(actor, 'ticket.agent') && actor.groups.read.includes(group_id as number)) return 'history'
  if (!may(actor, 'ticket.customer')) return undefined
  const shared = organization_id !== null && actor.sharedOrganizations.includes(organization_id as number)
  return customer_id === actor.id || shared ? 'record' : undefined
}

const rules: Readonly<Record<string, VisibilityRule>> = {
  ticket: { columns: ['group_id', 'customer_id', 'organization_id'], of: ofTicket, all: seesAllTickets },
  article: {
    columns: ['ticket_id', 'internal'],
    of(actor, { internal }, ticket) {
      const seen = ticket && ofTicket(actor, ticket)
      return seen === 'record' && internal === true ? undefined : seen
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
  organization: {
    columns: [],
    of: (actor, { id }) => (actor.organizations.includes(id as number) ? 'record' : undefined),
    all: (actor) => may(actor, 'ticket.agent', 'admin.organization'),
  },
}

/** The kinds by model; the service's own books are not among them. */
export const kinds: ReadonlyMap<string, EventKind> = new Map(
  Object.values<Resource>(resources)
    .filter(({ can }) => can.read !== undefined)
    .map((resource) => [resource.model, { resource, rule: rules[resource.name] }]),
)
