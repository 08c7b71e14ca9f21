/** Serves the web interface: a single HTML page that shows all screens, and its assets. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainHeaders } from './reply.ts'

/** The folder that `npm run build:page` writes. */
const builtPage = fileURLToPath(new URL('dist', import.meta.resolve('@deskbell/web/package.json')))

/** The first path segments of the screens. All addresses below them return the page, too. */
const screens = [
  'account',
  'admin',
  'dashboard',
  'notifications',
  'organizations',
  'overviews',
  'password',
  'people',
  'requests',
  'search',
  'sign-in',
  'sign-up',
  'tickets',
  'unsubscribe',
  'welcome',
]

/** The page as it was built. */
export interface Page {
  readonly folder: string
  /** False if there is only a document that explains how to build the page. */
  readonly isBuilt: boolean
  /** The HTML of every screen. */
  readonly document: string
}

/** Reads the page from the folder in which it was built. */
export function readPage(folder: string = builtPage): Page {
  const file = join(folder, 'index.html')
  const isBuilt = existsSync(file)
  return { folder, isBuilt, document: isBuilt ? readFileSync(file, 'utf8') : notBuilt }
}

/**
 * Serves the page: its document at every address of a screen, and its assets, whose names change with their content.
 */
export async function addPage(app: FastifyInstance, page: Page): Promise<void> {
  if (page.isBuilt) await addAssets(app, page.folder)
  const show = (request: FastifyRequest, reply: FastifyReply) => sendDocument(page, request, reply)
  app.get('/', show)
  for (const screen of screens) {
    app.get(`/${screen}`, show)
    app.get(`/${screen}/*`, show)
  }
}

/**
 * Makes the hook that sends the page if a browser opens an unknown address: the page reports it in the language of the
 * user. Programs get an error in JSON, and so does a browser below `/api` or `/assets`.
 */
export const sendPageForUnknownAddress =
  (page: Page) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { accept = '' } = request.raw.headers
    const isNavigation = /^(GET|HEAD)$/.test(request.method) && accept.startsWith('text/html')
    if (!request.is404 || !isNavigation || /^\/+(api|assets)\//.test(request.raw.url ?? '')) return done()
    void sendDocument(page, request, reply.code(404))
  }

function sendDocument({ document }: Page, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const text = document.replace('<base href="./"', `<base href="${pathToRoot(raw.url ?? '/')}"`)
  return reply.headers(documentHeaders(nonce)).send(text.replaceAll('%NONCE%', nonce))
}

async function addAssets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (response) => void response.header('x-content-type-options', 'nosniff'),
  })
  const icon = readFileSync(join(folder, 'icon.svg'))
  const headers = { ...plainHeaders, 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }
  app.get('/icon.svg', (_, reply) => reply.headers(headers).send(icon))
  const frame = readFileSync(join(folder, 'mail-frame.html'), 'utf8')
  app.get('/mail-frame.html', (_, reply) => reply.headers(frameHeaders).send(frame))
}

/**
 * The headers of the empty document into which the page writes a mail with remote pictures. The document may load
 * pictures from anywhere and nothing else, and runs no scripts, even if it is opened outside of its frame.
 */
const frameHeaders: Record<string, string> = {
  ...plainHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'content-security-policy':
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' http: https: data:; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}

/**
 * Returns the relative address of the root, as seen from a path: `../` from `/tickets/17`. The page resolves all its
 * addresses from there, so that it works behind a proxy that serves it below a prefix and removes the prefix.
 */
export const pathToRoot = (url: string): string =>
  '../'.repeat(url.replace(/[?#].*$/s, '').split('/').length - 2) || './'

/** Scripts and styles come from this service only, and nothing is requested from elsewhere. */
const documentHeaders = (nonce: string): Record<string, string> => ({
  ...plainHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
})

const notBuilt = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><base href="./"><title>Deskbell</title></head>
  <body>
    <h1>Deskbell</h1>
    <p>The service runs, but its page has not been built. Run <code>npm run build:page</code> and start the service again.</p>
    <p>The API is described at <a href="docs">docs</a>.</p>
  </body>
</html>
`
