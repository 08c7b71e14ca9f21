import { type Resource, resources } from '@deskbell/contract'
import { version } from '../../version.ts'
import type { AnyRoute, LiveRoute, OpenRoute, Route, WriteRoute } from '../route.ts'
import { accountRoutes } from './accounts.ts'
import { createDraft } from './drafts.ts'
import { openAccountRoutes } from './sign-up.ts'
import { startRoutes } from './getting-started.ts'
import { articleMailRoute } from './article-mail.ts'
import { articleRoutes } from './articles.ts'
import { automationLogRoute } from './automation-log.ts'
import { automationRoutes } from './automation.ts'
import { avatarRoutes, avatarImageRoute } from './avatars.ts'
import { batchRoute } from './batch.ts'
import { channelRoutes } from './channels.ts'
import { checklistRoutes } from './checklists.ts'
import { feedRoute, streamRoute } from './events.ts'
import { deletionRoutes } from './data-privacy.ts'
import { demoDataRoutes } from './demo-data.ts'
import { deviceRoutes } from './devices.ts'
import { formRoutes } from './forms.ts'
import { historyRoutes } from './histories.ts'
import { linkRoutes } from './links.ts'
import { mailDeliveryRoutes } from './mail-deliveries.ts'
import { mailQueueRoutes } from './mail-queue.ts'
import { mentionRoutes } from './mentions.ts'
import { monitoringRoutes } from './monitoring.ts'
import { notificationRoutes } from './notifications.ts'
import { objectAttributeRoutes } from './object-attributes.ts'
import { organizationRoutes } from './organizations.ts'
import { outboxRoutes } from './outbox-messages.ts'
import { ownAccountRoutes } from './own-account.ts'
import { overviewRoutes } from './overviews.ts'
import { presenceRoutes } from './presence.ts'
import { listRoute, showRoute } from './reads.ts'
import { reportsRoutes } from './reports.ts'
import { facetRoutes } from './ticket-facets.ts'
import { ticketActions } from './ticket-actions.ts'
import { massRoutes } from './ticket-mass.ts'
import { ticketRoutes } from './ticket-show.ts'
import { ticketMessageRoutes } from './ticket-messages.ts'
import { ticketReads } from './ticket-reads.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { uploadRoutes } from './uploads.ts'
import { specificationRoute } from './specification.ts'
import { receivedMailRoutes } from './received-mails.ts'
import { searchRoutes } from './search.ts'
import { searchAllRoutes } from './search-all.ts'
import { searchSuggestRoute } from './search-suggest.ts'
import { settingRoutes } from './settings.ts'
import { sessionRoutes } from './sessions.ts'
import { sharedDraftRoutes } from './shared-drafts.ts'
import { tagRoutes } from './tags.ts'
import { importRoutes } from './imports.ts'
import { ticketWrites } from './tickets.ts'
import { taskRoutes } from './tasks.ts'
import { timeRoutes } from './time.ts'
import { tokenRoutes } from './tokens.ts'
import { userTokenRoutes } from './user-tokens.ts'
import { userRoutes, userWrites } from './users.ts'
import { firstGroupRoute, welcomeRoutes } from './welcome.ts'
import { webhookRoutes } from './webhooks.ts'
import { writeRoutes } from './writes.ts'

/** The resources with routes to list and read records: those with read permissions. */
const listedResources = Object.values<Resource>(resources).filter(({ can }) => can.read !== undefined)

/**
 * The routes that need credentials, except batches and streams of events. A batch can use those of them that write. Fixed
 * path segments precede `:id`.
 */
const singleRoutes: readonly (Route | WriteRoute)[] = [
  feedRoute,
  ...userRoutes,
  ...ownAccountRoutes,
  ...userWrites,
  ...accountRoutes,
  ...avatarRoutes,
  ...historyRoutes,
  ...organizationRoutes,
  ...tokenRoutes,
  ...demoDataRoutes,
  ...userTokenRoutes,
  ...deviceRoutes,
  ...formRoutes,
  ...searchRoutes,
  ...searchAllRoutes,
  searchSuggestRoute,
  ...overviewRoutes,
  ...importRoutes,
  ...timeRoutes,
  ...reportsRoutes,
  ...checklistRoutes,
  ...sharedDraftRoutes,
  createDraft,
  ...settingRoutes,
  firstGroupRoute,
  ...monitoringRoutes,
  ...ticketWrites,
  ...outboxRoutes,
  ...receivedMailRoutes,
  ...channelRoutes,
  ...ticketActions,
  ...massRoutes,
  ...facetRoutes,
  ...ticketReads,
  ...ticketMessageRoutes,
  ...presenceRoutes,
  ...uploadRoutes,
  articleMailRoute,
  ...ticketRoutes,
  ...automationRoutes,
  automationLogRoute,
  ...listedResources.flatMap((resource) => [listRoute(resource), showRoute(resource)]),
  ...Object.values<Resource>(resources).flatMap(writeRoutes),
  ...articleRoutes,
  ...mailDeliveryRoutes,
  ...mailQueueRoutes,
  ...objectAttributeRoutes,
  ...tagRoutes,
  ...linkRoutes,
  ...mentionRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...taskRoutes,
  ...deletionRoutes,
].filter(isFirst)

/** The routes that need credentials. */
export const routes: readonly (Route | WriteRoute | LiveRoute)[] = [
  ...singleRoutes,
  streamRoute,
  batchRoute(singleRoutes),
]

/** The routes without credentials. */
export const openRoutes: readonly OpenRoute[] = [
  ...startRoutes,
  ...welcomeRoutes,
  {
    method: 'GET',
    path: '/version',
    tag: 'service',
    summary: 'Get the version',
    description: 'Needs no credentials, so that it can be used to check whether the service is up.',
    response: {
      type: 'object',
      properties: {
        version: { type: 'string' },
        idempotency_keys: {
          type: 'boolean',
          description: 'True if a repeated `POST` with the same `Idempotency-Key` gets the first response.',
        },
      },
      required: ['version', 'idempotency_keys'],
    },
    open: () => ({ body: JSON.stringify({ version, idempotency_keys: true }) }),
  },
  ...openAccountRoutes,
  ...unsubscribeRoutes,
  ...sessionRoutes,
  avatarImageRoute,
]

/** Every route of the service. */
export const allRoutes: readonly AnyRoute[] = [...openRoutes, specificationRoute(() => allRoutes), ...routes]

/**
 * Returns true for the first route with its path and method: a route written by hand precedes the derived one and replaces it.
 */
function isFirst({ method, path }: AnyRoute, index: number, routes: readonly AnyRoute[]): boolean {
  return routes.findIndex((route) => route.method === method && route.path === path) === index
}
