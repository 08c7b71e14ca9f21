import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMail } from './parse.ts'

const parse = (header: string) =>
  parseMail(Buffer.from(`From: kim@x.example\n${header}\n\nx`), { envelope: null, file_time: null, now: 0 })

describe('Message-IDs', () => {
  it('are read from encoded words', async () => {
    const mail = await parse(
      'Message-ID: =?utf-8?q?=3C1=40x=2Eexample=3E?=\nIn-Reply-To: =?utf-8?B?PDBAeC5leGFtcGxlPg==?=',
    )
    assert.deepEqual([mail.message_id, mail.in_reply_to], ['<1@x.example>', ['<0@x.example>']])
  })

  it('are read if a line is folded within them', async () => {
    const mail = await parse('In-Reply-To:\n <1\n @x.example>\nReferences: <0@x.example>\n <1@\n x.example>')
    assert.deepEqual([mail.in_reply_to, mail.references], [['<1@x.example>'], ['<0@x.example>', '<1@x.example>']])
  })

  it('do not include other text in angle brackets', async () => {
    const mail = await parse('In-Reply-To: message of <2 March 2026> by <Kim Lee> <1@x.example>')
    assert.deepEqual(mail.in_reply_to, ['<1@x.example>'])
  })
})
