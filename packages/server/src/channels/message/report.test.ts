import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMail } from './parse.ts'

/** Returns the address, status and reason of each recipient of a report, and the Message-ID of the returned mail. */
async function read(raw: string) {
  const { report } = await parseMail(Buffer.from(raw), { envelope: null, file_time: null, now: 0 })
  const recipients = report?.recipients.map(({ address, status, diagnostic }) => [address, status, diagnostic])
  return { recipients, returned: report?.message_ids[0] }
}

describe('a free-text delivery report', () => {
  test('of Exim has the status and the reason that it quotes', async () => {
    const raw = `From: Mail Delivery System <Mailer-Daemon@exim.example>
X-Failed-Recipients: gone@x.example, full@y.example
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered to one or more of its
recipients. The following address(es) failed:

  gone@x.example
    host mx.x.example [4.5.6.7]: 550 5.1.1 unknown user

  full@y.example
    host mx.y.example [192.0.2.1]: 552 5.2.2 mailbox full

------ This is a copy of the message, including all the headers. ------

Message-ID: <orig@desk.example>

Text
`
    assert.deepEqual(await read(raw), {
      recipients: [
        ['gone@x.example', '5.1.1', 'host mx.x.example [4.5.6.7]: 550 5.1.1 unknown user'],
        ['full@y.example', '5.2.2', 'host mx.y.example [192.0.2.1]: 552 5.2.2 mailbox full'],
      ],
      returned: '<orig@desk.example>',
    })
  })

  test('of qmail has the status and the reason, too', async () => {
    const raw = `From: MAILER-DAEMON@qmail.example
Subject: failure notice

Hi. This is the qmail-send program at qmail.example.

<gone@x.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 unknown

--- Below this line is a copy of the message.

Message-ID: <orig@desk.example>

Text
`
    const reason = '192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 unknown'
    assert.deepEqual(await read(raw), {
      recipients: [['gone@x.example', '5.1.1', reason]],
      returned: '<orig@desk.example>',
    })
  })
})

describe('a free-text delivery report says that a mail is', () => {
  const exim =
    'A message that you sent has not yet been delivered to one or more of its recipients\n\n  kim@x.example\n'
  const sendmail =
    'THIS IS A WARNING MESSAGE ONLY\n\n--- The following addresses had transient errors ---\n<kim@x.example>\n\nDeferred'
  const failure = 'This message could not be delivered to:\n\nkim@x.example\n\nConnection delayed'
  const reports: readonly (readonly [action: string, subject: string, text: string])[] = [
    ['delayed', 'Warning: message 1abCde-0001-2B delayed 24 hours', exim],
    ['delayed', 'Warning: could not send message for past 4 hours', sendmail],
    ['delayed', 'Delivery Status Notification (Delay)', '<kim@x.example>'],
    ['delayed', 'Delivery incomplete', 'kim@x.example'],
    ['delayed', 'Delivery status notification', exim],
    ['delayed', 'Delivery status notification', sendmail],
    ['failed', 'Delivery status notification', failure],
    // The first outcome in the subject counts, whatever follows it or the text says.
    ['failed', 'Undeliverable: Flight delayed', failure],
    ['failed', 'Undeliverable: Parcel', exim],
    ['delayed', 'Delivery delayed: Your mail failed', 'kim@x.example'],
  ]
  for (const [action, subject, text] of reports) {
    test(`${action}: ${subject}, ${text.slice(0, 30)}`, async () => {
      // The returned mail follows the text; its addresses are not recipients of the report.
      const raw = `From: MAILER-DAEMON@mx.example\nSubject: ${subject}\n\n${text}\n\nTo: a@x.example\n\nb@x.example\n`
      const { report } = await parseMail(Buffer.from(raw), { envelope: null, file_time: null, now: 0 })
      assert.equal(report?.action, action)
      assert.deepEqual(
        report.recipients.map((recipient) => [recipient.address, recipient.action]),
        [['kim@x.example', action]],
      )
    })
  }
})

test('a report may name addresses with letters outside ASCII (RFC 6533)', async () => {
  const raw = `From: MAILER-DAEMON@x.example
Subject: failed
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

Sorry
--b
Content-Type: message/global-delivery-status

Reporting-MTA: dns; mx

Final-Recipient: utf-8; jürgen@x.example
Action: failed
Status: 5.1.1
--b
Content-Type: message/global

Message-ID: <orig@desk.example>

Text
--b--
`
  assert.deepEqual(await read(raw), {
    recipients: [['jürgen@x.example', '5.1.1', '']],
    returned: '<orig@desk.example>',
  })
})

test('a reply that a person writes as postmaster is not a report; an automatic mail from the same address is one', async () => {
  const head = 'From: Kim <postmaster@firm.example>\nIn-Reply-To: <ours@desk.example>\n'
  const reply = await read(`${head}Subject: Re: Login fails\n\nIt works now, thanks.\n`)
  assert.equal(reply.recipients, undefined)
  const report = await read(
    `${head}Auto-Submitted: auto-replied\nSubject: Undelivered mail\n\n<a@x.example>: unknown\n`,
  )
  assert.deepEqual(
    report.recipients?.map(([address]) => address),
    ['a@x.example'],
  )
})
