import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { basePath } from './base-path.ts'
import { plainHeaders } from './reply.ts'

/** The path of the page on which the API can be read and tried. */
const docsPath = '/docs'

/** Swagger UI needs inline styles and images in data URLs; scripts are allowed from this service only. */
const contentPolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Deskbell API</title>
    <link rel="stylesheet" href="${docsPath}/swagger-ui.css">
    <link rel="icon" type="image/png" href="${docsPath}/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${docsPath}/swagger-ui-bundle.js"></script>
    <script src="${docsPath}/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({
  url: '${basePath}/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  persistAuthorization: false,
})
`

/** The files of Swagger UI that the page needs, with their media types. */
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}
const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

/** Adds the page that shows the OpenAPI document. */
export function addDocsPage(app: FastifyInstance): void {
  const headers = { ...plainHeaders, 'content-security-policy': contentPolicy }
  const html = { ...headers, 'content-type': 'text/html; charset=utf-8' }
  app.get(docsPath, (_, reply) => reply.headers(html).send(page))
  app.get(`${docsPath}/start.js`, (_, reply) =>
    reply.headers({ ...headers, 'content-type': 'text/javascript; charset=utf-8' }).send(start),
  )
  for (const [name, type] of Object.entries(files)) {
    app.get(`${docsPath}/${name}`, async (_, reply) =>
      reply.headers({ ...headers, 'content-type': type }).send(await readFile(join(folder, name))),
    )
  }
}
