import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { writeBackup } from '../backup/backup.ts'
import { withRestored } from '../backup/restore-drill.ts'
import { isEncrypted, newKey, Secrets } from '../kernel/secrets.ts'
import { emailChannels } from '../resources/channel/read.ts'
import { decryptSecrets } from '../resources/webhook/secrets.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { findProblems, checks } from '../upkeep/check.ts'
import { prepareSecrets, rotateKey, unreadableSecrets } from './stored-secrets.ts'

const outbound = { adapter: 'smtp', host: '127.0.0.1', port: 9, user: 'desk', password: "hunter's 2" }

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`secrets on ${dialect}`, () => {
    let w: World
    let folder: string
    let file: string
    let channel: number
    let webhook: number
    const webhookRow = () => w.desk.database.sql.selectFrom('webhooks').selectAll().where('id', '=', webhook)
    /** The secrets as the database holds them. */
    const stored = async () => {
      const { secrets } = await w.desk.database.sql.selectFrom('channels').select('secrets').executeTakeFirstOrThrow()
      const { bearer_token, signature_token } = await webhookRow().executeTakeFirstOrThrow()
      const { password } = (secrets as unknown as { outbound: { password: string } }).outbound
      return [password, bearer_token ?? '', signature_token ?? '']
    }
    const decrypted = async () => {
      const [account] = await emailChannels(w.desk, [channel])
      const { bearer_token, signature_token } = decryptSecrets(w.desk, await webhookRow().executeTakeFirstOrThrow())
      return [account?.outbound.password, bearer_token, signature_token]
    }
    /** The secrets of the tests. */
    const plain = [outbound.password, 'Bearer 1', 'Signature 1']

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'deskbell-secrets-'))
      file = join(folder, 'secret.key')
      w = await world(open, { secrets: new Secrets(file) })
    })
    after(async () => {
      await w.close()
      rmSync(folder, { recursive: true })
    })

    test('get a key file that only its owner can read, and are stored encrypted', async () => {
      await prepareSecrets(w.desk)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const account = await w.request('channels', { method: 'POST', body: { name: 'Help', group_id: 1, outbound } })
      const body = { name: 'Hook', endpoint: 'http://hook.example/', bearer_token: plain[1], signature_token: plain[2] }
      const hook = await w.request('webhooks', { method: 'POST', body })
      channel = account.json.id
      webhook = hook.json.id
      assert.ok((await stored()).every(isEncrypted))
      assert.deepEqual(await decrypted(), plain)
      assert.equal(hook.json.bearer_token, '**********')
    })

    test('secrets of an earlier version are encrypted when the desk opens', async () => {
      const secrets = JSON.stringify({ inbound: {}, outbound: { password: outbound.password } })
      await w.desk.database.transaction(async ({ sql }) => {
        await sql.updateTable('webhooks').set({ bearer_token: 'Bearer 1' }).where('id', '=', webhook).execute()
        await sql.updateTable('channels').set({ secrets }).where('id', '=', channel).execute()
      })
      assert.deepEqual(await decrypted(), plain)
      await prepareSecrets(w.desk)
      const encrypted = await stored()
      assert.ok(encrypted.every(isEncrypted))
      await prepareSecrets(w.desk)
      assert.deepEqual(await stored(), encrypted)
      assert.deepEqual(await decrypted(), plain)
    })

    test('are encrypted again by a rotation of the key, which keeps the old key for old backups', async () => {
      const [old, before] = [readFileSync(file, 'utf8'), await stored()]
      assert.deepEqual(await rotateKey(w.desk), [])
      assert.ok(readFileSync(file, 'utf8').endsWith(`\n${old}`))
      const now = await stored()
      assert.ok(now.every((value, index) => w.desk.secrets.isCurrent(value) && value !== before[index]))
      assert.equal(w.desk.secrets.decrypt(before[0] as string), outbound.password)
      assert.deepEqual(await decrypted(), plain)
    })

    test('secrets in a backup are read with the key file, unless the backup contains it', async () => {
      const [without, including] = [join(folder, 'without.tar'), join(folder, 'including.tar')]
      await writeBackup(w.desk, without)
      await writeBackup(w.desk, including, { includesKey: true })
      const readable = async (backup: string, key: string) =>
        withRestored(backup, key, w.desk.log, async (desk) => (await unreadableSecrets(desk)).length === 0)
      assert.ok(await readable(without, file))
      assert.ok(await readable(including, join(folder, 'absent.key')))
      assert.ok(!(await readable(without, join(folder, 'absent.key'))))
    })

    test('secrets without their key are reported, and no new key is created in its place', async () => {
      const keys = readFileSync(file)
      rmSync(file)
      await prepareSecrets(w.desk)
      assert.ok(!existsSync(file))
      assert.equal(w.logged.at(-1)?.message, 'secrets cannot be decrypted')
      const check = checks.find(({ title }) => title === 'passwords and tokens')
      assert.ok(check)
      const problems: string[] = []
      for await (const problem of findProblems(check, w.desk, { deep: false })) problems.push(problem)
      assert.equal(problems.length, 3)
      assert.match(problems[0] ?? '', /^Channel "Help", secrets\.outbound\.password: .*secret\.key is missing\.$/)
      const { json } = await w.request(`channels/${channel}/test`, { method: 'POST', body: {} })
      assert.match(json.outbound.error, /secret\.key is missing/)
      const body = { outbound: { ...outbound, password: 'new' } }
      const refused = await w.request(`channels/${channel}`, { method: 'PUT', body })
      assert.equal(refused.status, 422)
      assert.match(refused.json.error, /^Secrets cannot be stored: the key file .* is missing\.$/)
      writeFileSync(file, newKey())
      assert.equal((await unreadableSecrets(w.desk)).filter((sentence) => sentence.includes('its key (')).length, 3)
      writeFileSync(file, keys)
      assert.deepEqual(await decrypted(), plain)
    })

    test('are not encrypted with a file that is not a key file', async () => {
      const keys = readFileSync(file)
      writeFileSync(file, 'password\n')
      await assert.rejects(rotateKey(w.desk), /line 1 of .* is not a key of 32 bytes/)
      assert.equal(readFileSync(file, 'utf8'), 'password\n')
      writeFileSync(file, keys)
    })
  })
}
