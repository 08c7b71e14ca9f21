import react from '@vitejs/plugin-react'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { firstScreen } from './first-screen.ts'
import { parsedTexts } from './parsed-texts.ts'
import { shapes } from './src/icon/shapes.ts'

/** Inserts the icons into the document, so that they are visible at the first paint. */
const sprite: Plugin = {
  name: 'sprite',
  transformIndexHtml: (html) => html.replace('<!-- sprite -->', `<svg hidden aria-hidden="true">${symbols()}</svg>`),
}

const symbols = () =>
  Object.entries(shapes)
    .map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 16 16">${shape}</symbol>`)
    .join('')

/**
 * Lets Chromium compile the files of the first screen as a whole, while they arrive and in another thread. Otherwise it reads
 * most functions twice, the second time when they are first called, in the thread that draws the screen.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !groups.some(({ name }) => name === file.name)) continue
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
}

/** Writes compressed copies of the assets, so that the service never compresses while it answers. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
      const path = join(dir, file)
      const source = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(source))
      writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
    }
  },
}

/**
 * The chunks: React, the code that every screen needs, and the code that the first list needs in addition. Many small
 * files would wait for each other, because browsers open at most six connections to a server. React is a file of its
 * own, so that it is compiled in parallel with the rest. The client imports `events.ts` only when it is needed, but every
 * screen needs it.
 */
const groups = [
  { name: 'react', test: /node_modules.(react|react-dom|scheduler)[\\/]/, priority: 1 },
  { name: 'page', test: /web.src.main\.tsx$|client.src.events\.ts$/ },
  { name: 'overview-screen', test: /web.src.overview.overview-screen\.tsx$/ },
]

/** `npm run dev -w packages/web` serves the sources without a build, and forwards API requests to port 8080. */
export default defineConfig({
  base: './',
  plugins: [react(), parsedTexts, sprite, firstScreen, compiledAtOnce, compressed],
  html: { cspNonce: '%NONCE%' },
  build: {
    target: ['chrome123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': process.env['DESKBELL_URL'] ?? 'http://127.0.0.1:8080' } },
})
