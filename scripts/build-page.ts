/*
 * Builds the page (packages/web) into its dist/, from which the service serves it. Does nothing when no source is newer than the
 * last build, so that `npm start` can always run it.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isFresh } from './is-fresh.ts'

const web = fileURLToPath(new URL('../packages/web', import.meta.url))
const dist = join(web, 'dist')

/** The files from which the page is built. */
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

/**
 * Builds the page if a source is newer than the last build. An interrupted build, or a simultaneous build by another process,
 * never leaves an incomplete page.
 */
export async function buildPage(): Promise<void> {
  if (isBuilt()) return
  console.log('Building the page ...')
  const newDist = join(web, `.cache/built-${process.pid}`)
  await build({ root: web, logLevel: 'warn', build: { outDir: newDist, emptyOutDir: true } })
  replaceDist(newDist)
}

function replaceDist(newDist: string): void {
  const oldDist = join(web, `.cache/replaced-${process.pid}`)
  try {
    if (existsSync(dist)) renameSync(dist, oldDist)
    renameSync(newDist, dist)
  } catch (error) {
    if (!isBuilt()) throw error // Otherwise, another process was faster.
  }
  for (const folder of [newDist, oldDist]) rmSync(folder, { recursive: true, force: true })
}

const isBuilt = (): boolean => isFresh(join(dist, 'index.html'), sources, web)

if (import.meta.main) await buildPage()
