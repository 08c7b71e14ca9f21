import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { suite, test } from 'node:test'

/* Checks pages and comments: links and paths exist, nothing cites a document outside the repository, and former private terms of
 * this code stay rare.
 */

/** Maximum number of lines that contain one of the `formerTerms`. Lower it when there are fewer; never raise it. */
const MAX_FORMER_TERMS = 40

const formerTerms = /whoever|beside|told|behind|aside|held\b|what leads|nobody/i

/** References to documents that are not part of the repository. */
const citations =
  /(?<!RFC .*)\bsections? \d|\breference, (section|exception)|\((the )?(product|specification), |(product|spec|reference)\.md/i

const root = join(import.meta.dirname, '..')
const isSource = (file: string) => /\.(ts|js|json|md|sql|sh|yml)$/.test(file)
const filesIn = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (file) => /(^|\/)(node_modules|dist|\.data)$/.test(file) }).filter(
    (file) => isSource(file) && file !== 'test/prose.test.ts',
  )
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const pages = filesIn('*.md', 'docs/**/*.md', 'packages/*/*.md', '.github/**/*.md')
const sources = filesIn('{packages,bench,scripts,test,examples}/**/*.{ts,js}', '.oxlintrc.json')

/** Lines of the files that match, as `file:line: text`. */
function linesWith(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  )
}

suite('pages and comments', () => {
  test('cite no document outside the repository', () => {
    assert.deepEqual(linesWith([...pages, ...sources], citations), [])
  })

  test('use plain English instead of private terms', () => {
    const found = linesWith(filesIn('packages/*/src/**/*', 'docs/**/*', 'README.md'), formerTerms)
    assert.ok(
      found.length <= MAX_FORMER_TERMS,
      `${found.length} lines, allowed are ${MAX_FORMER_TERMS}:\n${found.join('\n')}`,
    )
  })

  test('give each decision a date, a status and a place in the list', () => {
    const list = read('docs/decisions/README.md')
    const decisions = filesIn('docs/decisions/*.md').filter((page) => !page.endsWith('README.md'))
    const without = decisions.filter((page) => !/^Status: \w+, \d+ \w+ \d{4}/m.test(read(page)))
    const unlisted = decisions.filter((page) => !list.includes(`(${basename(page)})`))
    assert.deepEqual({ without, unlisted }, { without: [], unlisted: [] })
  })

  test('write requests of the examples with the function `api`', () => {
    const definition = /^api\(\) \{ curl -sS -g -X "\$1" -H "Authorization: Bearer \$TOKEN" /
    const others = linesWith(pages, /\bcurl\b.*Authorization/).filter(
      (line) => !definition.test(line.replace(/^\S+: /, '')),
    )
    assert.deepEqual(others, [])
  })

  test('link to files and headings that exist', () => {
    const broken = pages.flatMap((page) => linksIn(read(page)).flatMap((link) => brokenLink(page, link) ?? []))
    assert.deepEqual(broken, [])
  })

  test('name paths that exist', () => {
    const missing = pages.flatMap((page) =>
      pathsIn(read(page)).flatMap((path) => (isThere(page, path) ? [] : [`${page}: ${path}`])),
    )
    assert.deepEqual(missing, [])
    const pagesInComments = sources.flatMap((file) => read(file).match(/\bdocs\/[\w./-]+\.md\b/g) ?? [])
    assert.deepEqual(
      [...new Set(pagesInComments)].filter((page) => !existsSync(join(root, page))),
      [],
    )
  })
})

/** Returns the targets of the links of a page, without those in code. */
function linksIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
}

const withoutBlocks = (text: string): string => text.replace(/^```[^]*?^```$/gm, '')
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '')

/** Returns the page and the link if the link leads nowhere. */
function brokenLink(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return `${page}: ${link}`
  if (heading === undefined) return undefined
  return headingsIn(read(target)).includes(heading) ? undefined : `${page}: ${link}`
}

/** Returns the anchors that GitHub creates for the headings of a page. */
function headingsIn(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns the paths of source files and folders in the code of a page: `kernel/rules.ts`, `packages/server/src/db`. */
function pathsIn(text: string): string[] {
  const code = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string)
  return code
    .filter((code) => !code.includes('shelf'))
    .filter(
      (code) =>
        /^[\w@.*-]+(\/[\w@.*-]+)+\.(ts|js|md|sql)$/.test(code) || /^(packages|docs|bench|test)\/[\w./-]+$/.test(code),
    )
}

const bases = ['', 'packages', 'packages/server', 'packages/server/src', 'packages/contract/src', 'packages/client/src']

/** Returns true if a path exists, relative to the root, to a source folder or to the page. */
function isThere(page: string, path: string): boolean {
  return [...bases, dirname(page)].some((base) => globSync(join(base, path), { cwd: root }).length > 0)
}
