import { type Resource, resources } from '@deskbell/contract'
import { version } from '../../version.ts'
import type { LiveRoute, OpenRoute, Route, WriteRoute } from '../route.ts'
import { articleRoutes } from './articles.ts'
import { batchRoute } from './batch.ts'
import { checklistRoutes } from './checklists.ts'
import { feedRoute, streamRoute } from './events.ts'
import { linkRoutes } from './links.ts'
import { mentionRoutes } from './mentions.ts'
import { notificationRoutes } from './notifications.ts'
import { overviewRoutes } from './overviews.ts'
import { listRoute, showRoute } from './reads.ts'
import { searchRoutes } from './search.ts'
import { searchAllRoutes } from './search-all.ts'
import { settingRoutes, startRoutes } from './settings.ts'
import { sharedDraftRoutes } from './shared-drafts.ts'
import { tagRoutes } from './tags.ts'
import { textModuleRoutes } from './text-modules.ts'
import { ticketWrites } from './tickets.ts'
import { timeRoutes } from './time.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'
import { writeRoutes } from './writes.ts'

/** What a noun writes in its own way takes the place of the usual. */
const unlessOwn =
  (own: readonly WriteRoute[]) =>
  ({ method, path }: WriteRoute): boolean =>
    !own.some((route) => route.method === method && route.path === path)

/** The resources with a list and a page for each record: those that say who may read them. */
const listed = Object.values<Resource>(resources).filter(({ can }) => can.read !== undefined)

/** The whole interface on one screen. Fixed words come before `:id`. */
const single: readonly (Route | WriteRoute)[] = [
  feedRoute,
  ...userRoutes,
  ...searchRoutes,
  ...searchAllRoutes,
  ...overviewRoutes,
  ...textModuleRoutes,
  ...timeRoutes,
  ...checklistRoutes,
  ...sharedDraftRoutes,
  ...settingRoutes,
  ...listed.flatMap((resource) => [listRoute(resource), showRoute(resource)]),
  ...ticketWrites,
  ...Object.values<Resource>(resources)
    .flatMap(writeRoutes)
    .filter(unlessOwn([...ticketWrites, ...checklistRoutes])),
  ...articleRoutes,
  ...tagRoutes,
  ...linkRoutes,
  ...mentionRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
]

export const routes: readonly (Route | WriteRoute | LiveRoute)[] = [...single, streamRoute, batchRoute(single)]

/** What anybody may ask. */
export const openRoutes: readonly OpenRoute[] = [
  ...startRoutes,
  {
    method: 'GET',
    path: '/version',
    tag: 'service',
    doc: 'The version of the service. Asks for no credentials, so that it can tell whether the service is up.',
    answer: { type: 'object', properties: { version: { type: 'string' } }, required: ['version'] },
    open: () => ({ body: JSON.stringify({ version }) }),
  },
]
