import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMail } from '../message/parse.ts'
import { autoReplyOf } from './auto-reply.ts'

const read = async (header: string, from = 'kim@x.example', envelopeFrom: string | null = from) => {
  const raw = Buffer.from(`From: Kim <${from}>\n${header}\n\nText`)
  return autoReplyOf(await parseMail(raw, { envelope: null, file_time: null, now: 0 }), envelopeFrom)
}

/** Subjects that mail programs give to automatic answers, in several languages. */
const absences = [
  'Automatic reply: Printer',
  'Out of Office AutoReply: Printer',
  'Out of office',
  'Automatische Antwort: Printer',
  'Abwesenheitsnotiz: Re: Printer',
  'Réponse automatique : Printer',
  'Risposta automatica: Printer',
  'Respuesta automática: Printer',
  'Resposta automática: Printer',
  'Automatisch antwoord: Printer',
  'Autosvar: Printer',
  'Automatyczna odpowiedź: Printer',
  'Автоматический ответ: Printer',
  'Otomatik yanıt: Printer',
  '自動応答: Printer',
  '自动答复: Printer',
  'Kim Lee is out of the office.',
  'AUTO: Kim Lee is out of the office (returning 11/30/2026)',
  'AUTO: Kim Lee ist außer Haus (Rückkehr am 30.11.2026)',
  'AUTO: LEE Kim est absent du bureau (de retour le 30/11/2026)',
]

/** Headers of programs that answer or send by themselves. */
const automatic = [
  'Auto-Submitted: auto-generated',
  'Auto-Submitted: auto-replied (vacation); owner-email="kim@x.example"',
  'Precedence: auto_reply',
  'Precedence: bulk',
  'X-Autoreply: yes',
  'X-Autorespond: Printer',
  'X-Mail-Autoreply: yes',
  'X-FC-MachineGenerated: true',
  'X-POST-MessageClass: 9; Autoresponder',
  'Delivered-To: Autoresponder',
  'List-Unsubscribe: <https://x.example/u>',
]

describe('automatic mail', () => {
  for (const subject of absences) {
    test(`is recognized by its subject: ${subject}`, async () => {
      const result = await read(`Subject: ${subject}`)
      assert.deepEqual(
        [result.isAutomaticAnswer, result.isAutomatic, result.silenceReason !== null],
        [true, true, true],
      )
    })
  }

  for (const header of automatic) {
    test(`is recognized by its header: ${header}`, async () => {
      const result = await read(header)
      assert.deepEqual([result.isAutomatic, result.silenceReason !== null], [true, true])
    })
  }

  test('is recognized if it confirms that a message was read', async () => {
    const type = 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b'
    const result = await read(`${type}\n\n--b\n\nIt was read.\n--b--`)
    assert.deepEqual([result.isAutomaticAnswer, result.isAutomatic, result.silenceReason !== null], [true, true, true])
  })

  const kim = 'kim@x.example'
  const withoutSender: readonly (readonly [envelopeFrom: string | null, header: string])[] = [
    ['', `Return-Path: <${kim}>`],
    ['MAILER-DAEMON', 'Subject: Printer'],
    [null, 'Return-Path: <>'],
    [null, `Return-Path: <>\nReturn-Path: <${kim}>`],
    [null, 'Return-Path: <MAILER-DAEMON@x.example>'],
  ]
  for (const [envelopeFrom, header] of withoutSender) {
    test(`is recognized by its envelope: ${JSON.stringify([envelopeFrom, header])}`, async () => {
      const silenceReason = 'it has no sender on the envelope'
      assert.deepEqual(await read(header, kim, envelopeFrom), {
        isAutomatic: true,
        isAutomaticAnswer: true,
        silenceReason,
      })
    })
  }

  test('from an address that nobody reads is not answered', async () => {
    for (const local of ['noreply', 'no-reply', 'do_not_reply', 'donotreply', 'postmaster', 'mailer-daemon']) {
      assert.notEqual((await read('Subject: Printer', `${local}@x.example`)).silenceReason, null, local)
    }
  })
})

describe('mail of a person', () => {
  const headers = [
    'Subject: Out of office hours support?',
    'Subject: Abwesenheit planen im Kalender geht nicht',
    'Subject: Vacation plans',
    'Subject: Everybody is out of the office.',
    'Subject: Kim Lee is out of the office again and does not answer',
    'Subject: Auto: Reparatur',
    'Auto-Submitted: no',
    'X-Autoreply: no',
  ]
  for (const header of headers) {
    test(`is not taken for an automatic one: ${header}`, async () => {
      assert.deepEqual(await read(header), { isAutomatic: false, isAutomaticAnswer: false, silenceReason: null })
    })
  }

  test('has a sender on the envelope, or none is known', async () => {
    const result = [
      await read(`Return-Path: <kim@x.example>\nReturn-Path: <>`, 'kim@x.example', null),
      await read('Return-Path: <>', 'kim@x.example', 'kim@x.example'),
      await read('Subject: Printer', 'kim@x.example', null),
    ]
    assert.ok(
      result.every(
        ({ isAutomatic, isAutomaticAnswer, silenceReason }) =>
          !isAutomatic && !isAutomaticAnswer && silenceReason === null,
      ),
    )
  })

  test('may come from an address that only resembles that of a program', async () => {
    assert.equal((await read('Subject: Printer', 'rootes.noreply@x.example')).silenceReason, null)
  })
})
