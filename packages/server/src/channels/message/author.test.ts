import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMail } from './parse.ts'

describe('the author of a mail', () => {
  const mbox = { from: 'e@x.example', time: null }
  const table: readonly (readonly [head: string, address: string, header: string, domain: string | null])[] = [
    ['From: F <f@X.example>', 'f@X.example', 'From', 'x.example'],
    ['From: f@x.example, G <g@x.example>', 'f@x.example', 'From', 'x.example'],
    ['From: f@x.example, g@y.example', 'f@x.example', 'From', null],
    ['From: f@x.example\nFrom: g@x.example', 'f@x.example', 'From', null],
    ['From: F (f@x.example)', 'f@x.example', 'From', null],
    ['From: A\nSender: s@x.example', 's@x.example', 'Sender', null],
    ['Reply-To: r@x.example', 'r@x.example', 'Reply-To', null],
    ['Return-Path: <r@x.example>', 'r@x.example', 'Return-Path', null],
    ['To: t@x.example', 'e@x.example', 'the envelope', null],
  ]
  for (const [head, address, header, domain] of table) {
    it(`is taken from ${header}, and DMARC checks ${domain ?? 'nothing'}: ${head.replaceAll('\n', ', ')}`, async () => {
      const raw = Buffer.from(`${head}\nSubject: x\n\nx`)
      const mail = await parseMail(raw, { envelope: mbox, file_time: null, now: 0 })
      assert.deepEqual([mail.sender.address, mail.sender_header, mail.author_domain], [address, header, domain])
    })
  }
})
