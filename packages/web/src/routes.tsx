import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Session } from './state/session.tsx'
import { readTableSearch } from './admin/table-search.ts'
import { readDaySearch, readFiguresSearch } from './figures/figures-address.ts'
import { readListSearch } from './overview/list-address.ts'
import { readRequestSearch } from './request/request-search.ts'
import { readAddress } from './search/address.ts'
import { SignIn } from './session/sign-in.tsx'
import { readDoneSteps } from './session/welcome-progress.ts'
import { NotFound } from './components/not-found.tsx'
import { ScreenError } from './shell/screen-error.tsx'
import { Shell } from './shell/shell.tsx'
import { Start } from './shell/start.tsx'
import { readNewTicketSearch } from './ticket/new-ticket-search.ts'
import { overviews } from './state/overviews.ts'
import { isAdministrator } from './state/permissions.ts'
import { pathPrefix } from './state/client.ts'

interface Context {
  readonly session: Session
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; isSignedOut?: true } => ({
    ...(typeof search['to'] === 'string' && { to: search['to'] }),
    ...(search['isSignedOut'] === true && { isSignedOut: true }),
  }),
  beforeLoad: ({ context, search }) => {
    // eslint-disable-next-line typescript/only-throw-error
    if (context.session.user) throw redirect({ to: search.to ?? '/' })
  },
  component: SignIn,
})

// Rarely opened screens for users who are not signed in.
const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(() => import('./session/forgotten-password.tsx'), 'ForgottenPassword'),
})
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/password/$token',
  beforeLoad: ({ context }) => redirectToStart(context.session),
  component: lazyRouteComponent(() => import('./session/new-password.tsx'), 'NewPassword'),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  beforeLoad: ({ context }) => redirectToStart(context.session),
  component: lazyRouteComponent(() => import('./session/sign-up.tsx'), 'SignUp'),
})
const confirmSignUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up/$token',
  beforeLoad: ({ context }) => redirectToStart(context.session),
  component: lazyRouteComponent(() => import('./session/confirm-sign-up.tsx'), 'ConfirmSignUp'),
})
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./session/unsubscribe.tsx'), 'Unsubscribe'),
})
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  validateSearch: (search): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  beforeLoad: ({ context }) => redirectFromFirstRun(context.session),
  component: lazyRouteComponent(() => import('./session/welcome.tsx'), 'Welcome'),
})

/** Redirects a signed-in user away from the first run, unless it has begun: its first step signs the user in. */
function redirectFromFirstRun(session: Session): void {
  if (readDoneSteps().length > 0) return
  // eslint-disable-next-line typescript/only-throw-error
  if (session.may('admin')) throw redirect({ to: '/admin/$', params: { _splat: 'start' } })
  redirectToStart(session)
}

/** Redirects a signed-in user to the start screen, also when they have just signed in on this screen. */
function redirectToStart({ user }: Session): void {
  // eslint-disable-next-line typescript/only-throw-error
  if (user) throw redirect({ to: '/' })
}

/** The parent of the screens for signed-in users, in the shell of the user's role. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    // eslint-disable-next-line typescript/only-throw-error
    if (!context.session.user) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
  component: Shell,
})

/** The parent of the customers' screens. For other users these do not exist. */
const customer = createRoute({
  getParentRoute: () => signedIn,
  id: 'customer',
  beforeLoad: ({ context }) => requirePermission(context.session, 'ticket.customer'),
})

/** Throws `notFound` unless the user has one of the permissions. */
function requirePermission({ may }: Session, ...permissions: readonly string[]): void {
  // eslint-disable-next-line typescript/only-throw-error
  if (!permissions.some(may)) throw notFound()
}

/** The parent of the agents' screens. For other users these do not exist. */
const agent = createRoute({
  getParentRoute: () => signedIn,
  id: 'agent',
  beforeLoad: ({ context }) => requirePermission(context.session, 'ticket.agent'),
})
const overview = createRoute({
  getParentRoute: () => agent,
  path: '/overviews/$link',
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => import('./overview/lists.ts').then(({ preloadList }) => preloadList(params.link, deps)),
  component: lazyRouteComponent(() => import('./overview/overview-screen.tsx'), 'OverviewScreen'),
})
const newTicket = createRoute({
  getParentRoute: () => agent,
  path: '/tickets/new',
  validateSearch: readNewTicketSearch,
  component: lazyRouteComponent(() => import('./ticket/new-ticket.tsx'), 'NewTicket'),
})

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async ({ context: { session } }) => {
    // eslint-disable-next-line typescript/only-throw-error
    if (session.may('ticket.agent')) throw await firstOverviewRedirect()
    // eslint-disable-next-line typescript/only-throw-error
    if (session.may('ticket.customer')) throw redirect({ to: '/requests' })
    // eslint-disable-next-line typescript/only-throw-error
    if (isAdministrator(session.permissions)) throw redirect({ to: '/admin/$', params: { _splat: '' } })
  },
  component: Start,
})

/** Returns the redirect to an agent's first overview, or to the search if there is none. */
async function firstOverviewRedirect() {
  const [first] = await overviews().refresh()
  return first ? redirect({ to: '/overviews/$link', params: { link: first.link } }) : redirect({ to: '/search' })
}

/** The search, also for administrators without the role of an agent, who manage people and organizations. */
const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  beforeLoad: ({ context }) => requirePermission(context.session, 'ticket.agent', 'admin.user', 'admin.organization'),
  validateSearch: readAddress,
  component: lazyRouteComponent(() => import('./search/search-screen.tsx'), 'SearchScreen'),
})
const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/$id',
  beforeLoad: ({ context }) => requirePermission(context.session, 'ticket.agent', 'admin.user'),
  component: lazyRouteComponent(() => import('./person/person-screen.tsx'), 'PersonScreen'),
})
const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/$id',
  beforeLoad: ({ context }) => requirePermission(context.session, 'ticket.agent', 'admin.organization'),
  component: lazyRouteComponent(() => import('./organization/organization-screen.tsx'), 'OrganizationScreen'),
})

const requests = createRoute({
  getParentRoute: () => customer,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./request/requests-screen.tsx'), 'OwnRequests'),
})
const organizationRequests = createRoute({
  getParentRoute: () => customer,
  path: '/requests/organization',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./request/requests-screen.tsx'), 'OrganizationRequests'),
})
const newRequest = createRoute({
  getParentRoute: () => customer,
  path: '/requests/new',
  validateSearch: (search): { about?: string } =>
    // The router parses a number in the address as a number.
    search['about'] === undefined ? {} : { about: String(search['about'] as string | number) },
  component: lazyRouteComponent(() => import('./request/new-request.tsx'), 'NewRequest'),
})
const request = createRoute({
  getParentRoute: () => customer,
  path: '/requests/$number',
  component: lazyRouteComponent(() => import('./request/request-screen.tsx'), 'RequestScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  beforeLoad: ({ context }) => requirePermission(context.session, 'report'),
  validateSearch: readFiguresSearch,
  component: lazyRouteComponent(() => import('./figures/dashboard-screen.tsx'), 'DashboardScreen'),
})
const day = createRoute({
  getParentRoute: () => agent,
  path: '/dashboard/day',
  validateSearch: readDaySearch,
  component: lazyRouteComponent(() => import('./figures/day-screen.tsx'), 'DayScreen'),
})

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./notification/notifications-screen.tsx'), 'NotificationsScreen'),
})
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
})
const accountSection = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/$section',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
})

/** Administration. Its screens check the user's permissions. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/$',
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import('./admin/admin-screen.tsx'), 'AdminScreen'),
})

/** A ticket. Customers see it as their request, so that agents can send them the address. */
const ticket = createRoute({
  getParentRoute: () => signedIn,
  path: '/tickets/$number',
  validateSearch: (search): { from?: string } => (typeof search['from'] === 'string' ? { from: search['from'] } : {}),
  beforeLoad: ({ context: { session }, params }) => {
    requirePermission(session, 'ticket.agent', 'ticket.customer')
    // eslint-disable-next-line typescript/only-throw-error
    if (!session.may('ticket.agent')) throw redirect({ to: '/requests/$number', params })
  },
  component: lazyRouteComponent(() => import('./ticket/ticket-screen.tsx'), 'TicketScreen'),
})

/** The addresses of the page. */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    forgottenPassword,
    newPassword,
    signUp,
    confirmSignUp,
    unsubscribe,
    welcome,
    signedIn.addChildren([
      start,
      notifications,
      dashboard,
      account,
      accountSection,
      search,
      person,
      organization,
      admin,
      ticket,
      agent.addChildren([overview, day, newTicket]),
      customer.addChildren([requests, organizationRequests, newRequest, request]),
    ]),
  ]),
  basepath: pathPrefix || '/',
  // `App` passes the context to `RouterProvider`.
  context: undefined as unknown as Context,
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
