import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { addPage, readPage, sendPageForUnknownAddress } from './page.ts'

describe('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-page-'))
  let app: FastifyInstance

  before(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><base href="./" /><meta property="csp-nonce" nonce="%NONCE%"><script nonce="%NONCE%"></script>',
    )
    writeFileSync(join(folder, 'icon.svg'), '<svg/>')
    writeFileSync(join(folder, 'mail-frame.html'), '<!doctype html>')
    writeFileSync(join(folder, 'assets/index-1234.js'), 'export {}')
    writeFileSync(join(folder, 'assets/index-1234.js.br'), 'compressed')
    app = fastify()
    const page = readPage(folder)
    app.addHook('onRequest', sendPageForUnknownAddress(page))
    await addPage(app, page)
  })
  after(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test('every address of a screen returns the document, with the relative path to the root', async () => {
    const roots = {
      '/': './',
      '/sign-in': './',
      '/tickets/17': '../',
      '/account/sessions?from=%2Ftickets%2F17': '../',
      '/password/a/b': '../../',
      '/tickets/': '../',
    }
    for (const [url, root] of Object.entries(roots)) {
      const reply = await app.inject(url)
      assert.equal(reply.statusCode, 200, url)
      assert.match(reply.headers['content-type'] as string, /^text\/html/)
      assert.equal(/<base href="([^"]*)"/.exec(reply.body)?.[1], root, url)
    }
  })

  test('every route of the web interface is an address of the page', async () => {
    const routes = readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8')
    const paths = [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path.replaceAll('$', 'x'))
    assert.ok(paths.length > 20)
    for (const path of paths) assert.equal((await app.inject(path)).statusCode, 200, path)
  })

  test('other addresses do not return the page', async () => {
    for (const url of ['/ticket', '/etc/passwd', '/assets/none.js', '/assets/..%2findex.html', '/signin']) {
      assert.equal((await app.inject(url)).statusCode, 404, url)
    }
  })

  test('a browser that opens an unknown address gets the page with status 404', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const reply = await app.inject({ url: '/figures/2', headers: { accept } })
    assert.equal(reply.statusCode, 404)
    assert.match(reply.headers['content-type'] as string, /^text\/html/)
    assert.match(reply.body, /<base href="\.\.\/" \/>/)
    assert.match(reply.headers['content-security-policy'] as string, /nonce-/)
    for (const url of ['/api/v1/none', '//api/v1/none', '/assets/none.js']) {
      const { headers, statusCode } = await app.inject({ url, headers: { accept } })
      assert.equal(statusCode, 404)
      assert.match(headers['content-type'] as string, /^application\/json/, url)
    }
    const posted = await app.inject({ url: '/figures', method: 'POST', headers: { accept } })
    assert.match(posted.headers['content-type'] as string, /^application\/json/)
  })

  test('scripts run only with the nonce of their response', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    const nonces = [first, second].map(({ body }) => /<script nonce="([^"]+)"/.exec(body)?.[1] as string)
    assert.notEqual(nonces[0], nonces[1])
    const policy = first.headers['content-security-policy'] as string
    assert.ok(policy.includes(`script-src 'self' 'nonce-${nonces[0]}'`), policy)
    assert.ok(!policy.includes('unsafe'), policy)
    assert.ok(!first.body.includes('%NONCE%'))
    assert.equal(first.headers['cache-control'], 'no-store')
  })

  test('assets are cached forever, and sent compressed to browsers that accept it', async () => {
    const plain = await app.inject('/assets/index-1234.js')
    assert.equal(plain.body, 'export {}')
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['x-content-type-options'], 'nosniff')
    const smaller = await app.inject({ url: '/assets/index-1234.js', headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(smaller.headers['content-encoding'], 'br')
    assert.equal(smaller.body, 'compressed')
  })

  test('without a built page, a document explains how to build it', async () => {
    const bare = fastify()
    await addPage(bare, readPage(join(folder, 'nothing')))
    assert.match((await bare.inject('/')).body, /npm run build:page/)
    await bare.close()
  })
})
