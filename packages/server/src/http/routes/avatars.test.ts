import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checks, findProblems } from '../../upkeep/check.ts'
import type { Row } from '../../testing/model.ts'
import { type RequestOptions, type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const png = (more: string) =>
  `data:image/png;base64,${Buffer.from(`\x89PNG\r\n\x1a\n${more}`, 'latin1').toString('base64')}`
const send = (method: 'POST' | 'DELETE', url: string, body: object, as: RequestOptions['as'] = 'nils') =>
  w.request(url, { method, body, ...(as ? { as } : {}) })
const add = (picture: unknown, as: RequestOptions['as'] = 'nils') =>
  send('POST', 'users/avatar', { avatar_full: png('full'), avatar_resize: picture }, as)
const list = async (as: RequestOptions['as'] = 'nils') =>
  (await w.request('users/avatar', as ? { as } : {})).json.avatars as Row[]
const imageOf = async () => (await w.request('users/me', { as: 'nils' })).json.image
const getImage = (hash: string, headers = {}) => w.request(`users/image/${hash}`, { as: 'anonymous', headers })

test('a picture is served by its hash to anyone, cacheable for a year', async () => {
  assert.deepEqual(await list(), [])
  const reply = await add(png('one'))
  assert.equal(reply.status, 200, reply.text)
  const { avatar } = reply.json
  assert.match(avatar.store_hash, /^[0-9a-f]{32}$/)
  assert.deepEqual([avatar.default, avatar.deletable, avatar.user_id], [true, true, w.ids['nils']])
  assert.ok(!('sha256' in avatar))
  assert.equal(await imageOf(), avatar.store_hash)
  const picture = await getImage(avatar.store_hash)
  assert.equal(picture.status, 200)
  assert.equal(picture.headers['content-type'], 'image/png')
  assert.match(picture.headers['cache-control'] ?? '', /max-age=31536000/)
  assert.match(picture.headers['content-disposition'] ?? '', /^inline/)
  assert.match(picture.headers['content-security-policy'] ?? '', /sandbox/)
  assert.ok(picture.text.endsWith('one'))
  assert.equal((await getImage(avatar.store_hash, { 'if-none-match': picture.headers['etag'] })).status, 304)
})

test('an unknown or invalid hash returns an empty picture', async () => {
  for (const hash of ['0'.repeat(32), 'nothing', '..%2f..%2fdeskbell.db', "'", 'x'.repeat(400)]) {
    const reply = await getImage(hash)
    assert.equal(reply.status, 200, hash)
    assert.equal(reply.headers['content-type'], 'image/gif')
    assert.match(reply.headers['content-disposition'] ?? '', /image\.gif/)
    assert.ok(reply.text.startsWith('GIF89a'))
  }
})

test('one of several pictures is shown; after it is deleted, the newest of the others is shown', async () => {
  const [first] = await list()
  const second = (await add(png('two'))).json.avatar
  assert.equal(await imageOf(), second.store_hash)
  assert.deepEqual(
    (await list()).map((row) => row['default']),
    [false, true],
  )
  const set = await send('POST', 'users/avatar/set', { id: first?.id })
  assert.deepEqual([set.status, set.json], [200, {}])
  assert.equal(await imageOf(), first?.['store_hash'])
  const gone = await send('DELETE', 'users/avatar', { id: first?.id })
  assert.deepEqual([gone.status, gone.json], [200, {}])
  assert.equal(await imageOf(), second.store_hash)
  assert.equal((await w.request(`users/avatar?id=${second.id}`, { method: 'DELETE', as: 'nils' })).status, 200)
  assert.equal(await imageOf(), null)
})

test('a file that is not a picture is rejected, whatever its media type, and so is a picture that is too large', async () => {
  const wrong = [
    undefined,
    'no data url',
    7,
    'data:image/png;base64,',
    'data:image/png;base64,PHN2Zz4=',
    `data:text/html;base64,${Buffer.from('<script>').toString('base64')}`,
    `data:image/svg+xml;base64,${Buffer.from('<svg onload="x()"/>').toString('base64')}`,
    png('x'.repeat(2 * 1024 * 1024)),
  ]
  for (const picture of wrong) {
    const reply = await send('POST', 'users/avatar', { avatar_resize: picture })
    assert.equal(reply.status, 422, String(picture).slice(0, 50))
    assert.match(reply.json.error, /picture/)
  }
})

test('users cannot list, choose or delete pictures of other users', async () => {
  const { avatar } = (await add(png('mine'))).json
  for (const as of ['zoe', 'rita'] as const) {
    assert.deepEqual(await list(as), [])
    assert.equal((await send('POST', 'users/avatar/set', { id: avatar.id }, as)).status, 404)
    assert.equal((await send('DELETE', 'users/avatar', { id: avatar.id }, as)).status, 404)
  }
  for (const as of ['plain', 'anonymous'] as const) {
    assert.equal((await add(png('x'), as)).status, 403)
    assert.equal((await w.request('users/avatar', { as })).status, 403)
  }
  assert.equal(await imageOf(), avatar.store_hash)
})

test('`deskbell check` reports a missing picture, and nothing else', async () => {
  const findAllProblems = async (deep: boolean): Promise<string[]> => {
    const problems: string[] = []
    for (const check of checks) {
      for await (const problem of findProblems(check, w.desk, { deep })) problems.push(problem)
    }
    return problems
  }
  assert.deepEqual(await findAllProblems(true), [])
  await w.desk.database.transaction((db) =>
    db.sql
      .updateTable('avatars')
      .set({ sha256: '0'.repeat(64) })
      .execute(),
  )
  assert.match(
    (await findAllProblems(false)).join(),
    /^Avatar \d+ \(0+\) is missing: the avatar of user nils@desk\.example\.$/,
  )
  assert.deepEqual(w.logged, [])
})
