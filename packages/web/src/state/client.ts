import { createClient } from '@deskbell/client'

/** The address of the service: the folder of the page, so that any path prefix works. */
const root = new URL('.', document.baseURI)

/** True while the page is being left: requests of its last moments outlive it. */
let isLeaving = false
addEventListener('pagehide', () => (isLeaving = true), { capture: true })
addEventListener('pageshow', () => (isLeaving = false))

/** The client of this page. It signs in with the cookie of the session. */
export const client = createClient({
  url: root,
  auth: { session: true },
  batch: { tickets: {}, users: {} },
  // The page is open all day: what it has seen must not stay in memory.
  cache: { tickets: 200, ticket_articles: 100, users: 500, organizations: 200 },
  fetch: (input, init) =>
    window.firstAnswers?.take(input instanceof Request ? input.url : String(input), init) ??
    fetch(input, isLeaving ? { ...init, keepalive: true } : init),
})

/** The path of the page without its slash at the end: empty, or the prefix at which a proxy serves it. */
export const pathPrefix = root.pathname.replace(/\/$/, '')
