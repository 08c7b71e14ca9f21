import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine } from '../testing/cli.ts'
import { mail } from '../testing/mail-desk.ts'

test('deskbell mail deliver stores a message for the service, and commands list and retry mails in quarantine', async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  const deliver = (input: string, ...args: string[]) => cli.run(['mail', 'deliver', ...args], { input })
  const early = await deliver(mail({ id: 'a' }))
  assert.deepEqual([early.code, /There is no Deskbell database/.test(early.err)], [75, true], early.err)
  const service = await cli.start()
  const taken = await deliver(mail({ id: 'a' }), '--from', 'nils@bakery.example', '--to', 'help@desk.example')
  assert.deepEqual([taken.code, taken.out], [0, '1\n'], taken.err)
  const empty = await deliver('')
  assert.equal(empty.code, 65)
  assert.equal((await deliver(mail({ id: 'b' }), '--channel', 'none')).code, 75)
  service.signal('SIGTERM')
  await service.ended
  assert.equal((await deliver('no mail at all')).out, '2\n')
  const again = await cli.start()
  const list = async (state: string) => (await cli.run(['mail', 'list', '--state', state])).out
  while ((await list('waiting')) !== '');
  assert.match(await list('taken'), /^1\t.*Printer\tIt is article \d+ of ticket \d+\.\n$/)
  assert.match(await list('quarantined'), /^2\t.*The message has no mail header\.\n$/)
  assert.equal((await cli.run(['mail', 'raw', '2'])).out, 'no mail at all')
  writeFileSync(join(cli.folder, 'better.eml'), mail({ id: 'c', subject: 'Better' }))
  assert.equal((await cli.run(['mail', 'retry', '2', '--raw', 'better.eml'])).out, '3\n')
  while ((await list('waiting')) !== '');
  assert.match(await list('taken'), /^3\t.*Better/)
  assert.match(await list('replaced'), /^2\t.*sent again as received mail 3/)
  assert.match((await cli.run(['mail', 'retry', '3'])).err, /The mail is taken/)
  again.signal('SIGTERM')
  await again.ended
})
