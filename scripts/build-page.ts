/*
 * Builds the page (packages/web) into its dist/, from which the service serves it. Does nothing when no source is newer than the
 * last build, so that `npm start` can always run it.
 */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const web = fileURLToPath(new URL('../packages/web', import.meta.url))

/** What the page is built from. */
const sources = [
  'package.json',
  'vite.config.ts',
  'first-screen.ts',
  'parsed-texts.ts',
  'index.html',
  'public/**',
  'src/**',
  '../client/src/**',
  '../contract/src/**',
]

/** Builds the page if a source is newer than the last build. */
export async function buildPage(): Promise<void> {
  if (isFresh()) return
  console.log('Building the page ...')
  await build({ root: web, logLevel: 'warn' })
}

function isFresh(): boolean {
  const built = statSync(join(web, 'dist/index.html'), { throwIfNoEntry: false })
  return (
    built !== undefined &&
    globSync(sources, { cwd: web }).every((file) => statSync(join(web, file)).mtimeMs <= built.mtimeMs)
  )
}

if (import.meta.main) await buildPage()
