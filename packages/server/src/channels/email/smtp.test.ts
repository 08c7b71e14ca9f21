import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sendBySmtp, type SmtpAccount } from './smtp.ts'

test('a recipient who is refused without a code waits, and the result has no code', async (t) => {
  const replies: Readonly<Record<string, string>> = {
    DATA: '354 go ahead',
    '.': '250 queued',
    'RCPT TO:<ada@x.example>': 'not now',
    'RCPT TO:<kim@x.example>': '550 no such user',
  }
  const server = createServer((socket) => {
    t.after(() => socket.destroy())
    socket.write('220 mail.example\r\n')
    createInterface(socket).on('line', (line) => {
      if (line !== 'Hello') socket.write(`${replies[line] ?? '250 ok'}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const account = { host: '127.0.0.1', port, security: 'none', user: null } as SmtpAccount
  const mail = {
    sender: 'desk@desk.example',
    recipients: ['nils@x.example', 'ada@x.example', 'kim@x.example'],
    size: 5,
  }
  const results = await sendBySmtp(account, mail, async () => Readable.from(['Hello']), new AbortController().signal)
  assert.deepEqual(
    [...results],
    [
      ['nils@x.example', { state: 'sent', code: 250, text: '250 queued' }],
      ['ada@x.example', { state: 'waiting', code: null, text: 'not now' }],
      ['kim@x.example', { state: 'failed', code: 550, text: '550 no such user' }],
    ],
  )
})
