import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('gallery', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the page with all components and serves it on a free port. Returns its address and a function that stops. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  await build({ root, configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : String(request.url)
    readFile(join(folder, path)).then(
      (file) => response.writeHead(200, { 'Content-Type': types[extname(path)] ?? '' }).end(file),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
