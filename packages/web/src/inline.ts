import { readListSearch } from './overview/list-address.ts'
import { PAGE_SIZE, rowsRequest, timeZone } from './overview/rows-request.ts'
import { pickLanguage, preferredLanguages } from './messages/pick-language.ts'
import { EarlyResponses } from './state/early-responses.ts'
import { holds } from './state/permissions.ts'

/**
 * Runs inside the document, before the scripts are loaded, so that the requests of the first screen are sent early and
 * in parallel. The client uses their responses when it sends the same requests.
 */

/** The files that the first screen needs in addition to the scripts of the document, as `first-screen.ts` lists them. */
interface FirstChunks {
  readonly texts: { readonly [language: string]: readonly string[] }
  readonly overview: readonly string[]
}

interface SessionResponse {
  readonly session?: { readonly preferences?: { readonly [name: string]: unknown } }
  readonly permissions?: readonly string[]
}

for (const name of ['theme', 'density']) {
  const value = localStorage.getItem(`deskbell.${name}`)
  if (value) document.documentElement.dataset[name] = value
}
const responses = new EarlyResponses()
window.earlyResponses = responses
// The client repeats failed requests, and reports their errors.
sendFirstRequests().catch(() => undefined)

async function sendFirstRequests(): Promise<void> {
  const sessionRequest = responses.begin('api/v1/signshow')
  // The request for the rows needs the time zone, which is slow to determine the first time. It is determined here, while
  // the request for the session runs.
  timeZone()
  // A clone, because the client reads the response itself.
  const response = (await sessionRequest).clone()
  const csrf = response.headers.get('csrf-token') ?? ''
  const { session, permissions }: SessionResponse = await response.json()
  const { texts, overview } = JSON.parse(document.getElementById('first-chunks')?.textContent ?? '') as FirstChunks
  const language = pickLanguage(preferredLanguages(session?.preferences?.['locale']), Object.keys(texts))
  preload(texts[language] ?? [])
  if (!holds(new Set(permissions), 'ticket.agent')) return
  const overviews = responses.begin('api/v1/ticket_overviews?saved_views=true')
  // Only the start screen and overviews, such as `overviews/all_open?state=2`, need rows.
  const [screen = '', link] = location.href.slice(document.baseURI.length).split(/[/?#]/)
  if (!['', 'overviews'].includes(screen)) return
  preload(overview)
  const search = readListSearch(Object.fromEntries(new URLSearchParams(location.search)))
  const bodyFor = (view: string | undefined) =>
    JSON.stringify(rowsRequest(view, search, { page: 1, per_page: PAGE_SIZE }))
  const rows = responses.begin('api/v1/ticket_overviews', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf },
    body: bodyFor(link ? decodeURIComponent(link) : undefined),
  })
  // The page requests the rows of the first overview by its link, so the response is added under that request, too.
  const first = link ? undefined : await firstLink(overviews)
  if (first !== undefined) responses.add(rows, 'api/v1/ticket_overviews', { method: 'POST', body: bodyFor(first) })
}

async function firstLink(overviews: Promise<Response>): Promise<string | undefined> {
  const [first]: { link: string }[] = await (await overviews).clone().json()
  return first?.link
}

function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.crossOrigin = ''
    link.href = file
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    document.head.append(link)
  }
}
