import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** The languages of the page. Each has a file of texts. */
const languages = ['en', 'de']

/**
 * Inserts `src/inline.ts` into the document, after a list of the files that the first screen needs in addition to those
 * that the document names. The script requests them at once.
 */
export const firstScreen: Plugin = {
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const files = filesOf(bundle, html)
      const texts = Object.fromEntries(languages.map((language) => [language, files(`messages/${language}.json`)]))
      const chunks = JSON.stringify({ texts, overview: files('overview/overview-screen.tsx') })
      const data = `<script type="application/json" id="first-chunks">${chunks}</script>`
      // The service replaces %NONCE% in each response.
      const script = `<script nonce="%NONCE%">${await inlineScript()}</script>`
      return html.replace('<!-- first screen -->', () => `${data}\n    ${script}`)
    },
  },
}

/** Returns a function that lists the files of a module: its chunk, the imported chunks, and their style sheets. */
function filesOf(bundle: Rolldown.OutputBundle, html: string) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const withImports = (chunk: Rolldown.OutputChunk, known = new Set<Rolldown.OutputChunk>()) => {
    if (known.has(chunk)) return known
    known.add(chunk)
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) withImports(other, known)
    return known
  }
  return (path: string): string[] => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(source(path)))
    const all = chunk ? [...withImports(chunk)] : []
    const files = all.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    return files.filter((file) => !html.includes(file)).map((file) => `./${file}`)
  }
}

/** Bundles `src/inline.ts` and its imports into one script. */
async function inlineScript(): Promise<string> {
  const lib = { entry: source('inline.ts'), formats: ['iife' as const], name: 'firstScreen' }
  const built = await build({ configFile: false, logLevel: 'warn', build: { lib, write: false } })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code.trim()
}
