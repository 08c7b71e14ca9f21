import { createClient } from '@deskbell/client'

/** The address of the service. The document names it in a relative `<base>`, so that any path prefix works. */
const root = new URL('.', document.baseURI)

/** True while the user leaves the page: requests must then outlive it. */
let isLeaving = false
addEventListener('pagehide', () => (isLeaving = true), { capture: true })
addEventListener('pageshow', () => (isLeaving = false))

/** The client of this page, which authenticates with the session cookie. */
export const client = createClient({
  url: root,
  auth: { session: true },
  // Tickets and users that are read at the same time are loaded by one request.
  batch: { tickets: {}, users: {} },
  // The cache is limited, because the page stays open all day.
  cache: { tickets: 200, ticket_articles: 100, users: 500, organizations: 200 },
  // A request that the document sent before the scripts were loaded is not sent again; see `EarlyResponses`.
  fetch: (input, init) =>
    window.earlyResponses?.take(input instanceof Request ? input.url : String(input), init) ??
    fetch(input, isLeaving ? { ...init, keepalive: true } : init),
})

/** The path of the service without a trailing slash: empty, or the prefix at which a proxy serves it. */
export const pathPrefix = root.pathname.replace(/\/$/, '')
