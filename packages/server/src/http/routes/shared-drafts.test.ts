import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`files of drafts on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const send =
      (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
      (path: string, body?: object, as: Person = 'rita') =>
        w.request(path, { method, as, ...(body ? { body } : {}) })
    const [post, put, patch, remove] = [send('POST'), send('PUT'), send('PATCH'), send('DELETE')]

    test('the files of a draft are copied to the form of another agent', async () => {
      const printer = w.ids['Label printer offline'] as number
      const draft = await post('tickets/shared_drafts', { name: 'Photo', group: 'Printers', content: {} })
      for (const [path, write] of [
        [`tickets/${printer}/shared_draft`, () => put(`tickets/${printer}/shared_draft`, { form_id: '11' })],
        [
          `tickets/shared_drafts/${draft.json.id}`,
          () => put(`tickets/shared_drafts/${draft.json.id}`, { form_id: '11' }),
        ],
      ] as const) {
        await upload(w, '11', "it's.txt")
        const saved = await write()
        assert.equal(saved.headers['x-ignored-attributes'], undefined)
        await w.request('upload_caches/11', { method: 'DELETE', as: 'rita' })
        // An update without files keeps them.
        await patch(path, path.endsWith('draft') ? { new_article: { body: 'x' } } : { name: 'Photos' })
        const copied = await post(`${path}/import_attachments`, { form_id: '22' }, 'ines')
        assert.equal(copied.status, 200, copied.text)
        const [file] = copied.json.attachments
        assert.deepEqual([copied.json.attachments.length, file.filename, file.size], [1, "it's.txt", '5'])
        assert.equal((await w.request(`attachments/${file.id}`, { as: 'ines' })).text, 'hello')
        assert.equal((await w.request(`attachments/${file.id}`, { as: 'rita' })).status, 404)
        assert.equal((await post(`${path}/import_attachments`, { form_id: '22' }, 'omar')).status, 403)
        assert.equal((await post(`${path}/import_attachments`, {})).status, 422)
        assert.equal((await remove(path)).status, 200)
        assert.ok([403, 404].includes((await post(`${path}/import_attachments`, { form_id: '22' })).status))
      }
    })
  })
}

/** Uploads a file of five bytes as Rita. */
async function upload(w: World, form_id: string, name: string): Promise<void> {
  const body = [
    `--b\r\nContent-Disposition: form-data; name="form_id"\r\n\r\n${form_id}\r\n`,
    `--b\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n`,
    `Content-Type: text/plain\r\n\r\nhello\r\n--b--\r\n`,
  ].join('')
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  assert.equal((await w.request('attachments', { method: 'POST', as: 'rita', body, headers })).status, 200)
}
