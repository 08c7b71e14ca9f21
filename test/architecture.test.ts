import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findCycles, findLongestChain, readSources, type Source } from './imports.ts'

/* Checks the layers that docs/architecture.md describes. Imports of types count like all others. */

/** The packages, and which other packages each may import. */
const packages: Record<string, string[]> = {
  contract: [],
  client: [],
  web: ['client', 'contract'],
  server: ['contract'],
}

/** The layers of packages/server/src, from the bottom up. A file imports files of its own folder and of lower layers. */
const layers: string[][] = [
  ['version.ts', 'errors'],
  ['text', 'workers'],
  ['db'],
  ['kernel'],
  ['search'],
  ['writing'],
  ['tasks'],
  ['auth'],
  ['resources'],
  ['events', 'templates'],
  ['webhooks'],
  ['automation'],
  ['channels', 'setup'],
  ['upkeep'],
  ['http'],
  ['app.ts', 'backup', 'config.ts'],
  ['commands'],
  ['command-line.ts'],
]

/**
 * The layers of packages/web/src, from the bottom up. The folders of a layer may use each other; a screen is loaded by
 * `routes.tsx` on demand, and dynamic imports are not counted.
 */
const webLayers: string[][] = [
  ['style', 'icon', 'messages'],
  ['state'],
  ['format'],
  ['components'],
  [
    'session',
    'account',
    'keys',
    'palette',
    'notification',
    'overview',
    'ticket',
    'article',
    'editor',
    'search',
    'person',
    'organization',
    'request',
    'figures',
  ],
  ['admin'],
  ['shell'],
  ['inline.ts', 'routes.tsx'],
  ['app.tsx'],
  ['main.tsx'],
]

/** Packages that only one folder of the service may import, types included. */
const owners: Record<string, string> = {
  'node:sqlite': 'db',
  pg: 'db',
  aws4fetch: 'db',
  fastify: 'http',
  'prom-client': 'http',
  '@fastify/static': 'http',
  '@fastify/busboy': 'http',
  'sanitize-html': 'text',
  'postal-mime': 'channels',
  imapflow: 'channels',
  'smtp-server': 'channels',
  mailauth: 'channels',
  nodemailer: 'channels',
  'html-to-text': 'text',
  'ical.js': 'upkeep',
  '@node-rs/argon2': 'auth',
}

/** Maximum number of files in a chain of imports, without dynamic imports. */
const MAX_CHAIN = 20

describe('architecture', () => {
  const sources = readSources()

  test('a package imports only the packages below it', () => {
    const wrong = sources.flatMap((source) => {
      const allowed = packages[packageOf(source)] ?? assert.fail(`${source.path}: add its package to the table`)
      return source.packages
        .filter((name) => name.startsWith('@deskbell/') && !allowed.includes(name.slice('@deskbell/'.length)))
        .map((name) => `${source.path} imports ${name}`)
    })
    assert.deepEqual(wrong, [])
  })

  test('the contract runs anywhere: it imports nothing', () => {
    assert.deepEqual(importsOf(sources, 'contract'), [])
  })

  test('the client has no dependencies, and only node.ts needs Node', () => {
    const universal = sources.filter(({ path }) => path !== 'packages/client/src/node.ts')
    assert.deepEqual(importsOf(universal, 'client'), [])
  })

  test('imports form no cycle', () => {
    assert.deepEqual(findCycles(sources), [])
  })

  test(`no chain of imports is longer than ${MAX_CHAIN} files`, () => {
    const chain = findLongestChain(sources)
    assert.ok(chain.length <= MAX_CHAIN, `${chain.length} files:\n${chain.join('\n')}`)
  })

  test('a file of the service imports only files of its own folder and of lower layers', () => {
    const wrong = server(sources).flatMap((source) =>
      [...source.files, ...source.dynamic]
        .filter((path) => folderOf(path) !== folderOf(source.path) && layerOf(path) >= layerOf(source.path))
        .map((path) => `${source.path} imports ${path}, which is not on a lower layer (see docs/architecture.md)`),
    )
    assert.deepEqual(wrong, [])
  })

  test('a file of the page imports only files of its own or a lower layer', () => {
    const wrong = sources
      .filter((source) => packageOf(source) === 'web')
      .flatMap((source) =>
        source.files
          .filter((path) => layerIn(webLayers, path) > layerIn(webLayers, source.path))
          .map((path) => `${source.path} imports ${path}, which is on a higher layer (see docs/architecture.md)`),
      )
    assert.deepEqual(wrong, [])
  })

  test('http/ contains no SQL: it reads through the folders below', () => {
    const statement = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\b|\bsql`|import (?!type )[^\n]*'kysely'/
    const files = server(sources).filter(({ path }) => folderOf(path) === 'http')
    assert.deepEqual(linesWith(files, statement), [])
  })

  test('only db/ reads the name of a dialect: what differs between databases is part of the dialect', () => {
    const files = server(sources).filter(({ path }) => folderOf(path) !== 'db')
    assert.deepEqual(linesWith(files, /\bdialect\.name\b/), [])
  })

  test('a library in the table of owners is imported only by its owner', () => {
    const wrong = server(sources).flatMap((source) =>
      source.packages
        .filter((name) => (owners[name] ?? folderOf(source.path)) !== folderOf(source.path))
        .map((name) => `${source.path} imports ${name}, which belongs to ${owners[name]}/`),
    )
    assert.deepEqual(wrong, [])
  })
})

const packageOf = ({ path }: Source): string => path.split('/')[1] as string
const server = (sources: Source[]): Source[] => sources.filter((source) => packageOf(source) === 'server')

/** Returns the folder of a file of the service, or the file itself if it is in no folder: `db`, `app.ts`. */
const folderOf = (path: string): string => path.split('/')[3] as string

const layerOf = (path: string): number => layerIn(layers, path)

function layerIn(table: string[][], path: string): number {
  const layer = table.findIndex((folders) => folders.includes(folderOf(path)))
  assert.notEqual(layer, -1, `${path}: add its folder to the table of layers`)
  return layer
}

/** Lines of the files that match, as `file:line: text`. */
const linesWith = (files: Source[], pattern: RegExp): string[] =>
  files.flatMap(({ path }) =>
    readFileSync(join(import.meta.dirname, '..', path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )

const importsOf = (sources: Source[], name: string): string[] =>
  sources
    .filter((source) => packageOf(source) === name)
    .flatMap((source) => source.packages.map((imported) => `${source.path} imports ${imported}`))
