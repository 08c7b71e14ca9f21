import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMail } from '../channels/message/parse.ts'

/** The expected parts of a mail; absent ones are not compared. */
export interface Expected {
  /** `Name <address>`, or the address alone. */
  readonly sender?: string
  readonly to?: string
  readonly cc?: string
  readonly subject?: string
  readonly text?: string
  /** `name (type)` of each attachment, with the beginning of its text. */
  readonly files?: readonly string[]
}

/** The header of a mail, to which more fields can be added. */
export const head = 'From: Kim <kim@x.example>\nTo: help@desk.example\nSubject: Printer\nMIME-Version: 1.0\n'
/** A mail of several parts. */
export const multipart = (kind: string, ...parts: string[]) =>
  `${head}Content-Type: multipart/${kind}; boundary="b"\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`
/** A part of text. */
export const plain = 'Content-Type: text/plain\n\nSee below.'
/** A part with this header, such as that of a file. */
export const file = (headers: string, body = 'hello') => `${headers}\n\n${body}`
/** Bytes in the form of the raw mails: as Latin-1. */
export const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('latin1')

/** Mails as Latin-1, with what is expected of each. */
export type MailCases = Readonly<Record<string, readonly [raw: string, expected: Expected]>>

const display = ({ name, address }: { name: string; address: string }) => (name ? `${name} <${address}>` : address)

/** Declares a test for each mail: the service reads it as expected. */
export const describeMails = (title: string, mails: MailCases) =>
  describe(title, () => {
    for (const [name, [raw, expected]] of Object.entries(mails)) {
      it(`is read: ${name}`, async () => {
        const mail = await parseMail(Buffer.from(raw, 'latin1'), { envelope: null, file_time: null, now: 0 })
        const read: Required<Expected> = {
          sender: display(mail.sender),
          to: mail.to.map(display).join(', '),
          cc: mail.cc.map(display).join(', '),
          subject: mail.subject,
          text: mail.text,
          files: mail.attachments.map(
            ({ filename, mime_type, data }) => `${filename} (${mime_type}) ${data.toString().split(/\r?\n/)[0]}`,
          ),
        }
        const compared = Object.keys(expected) as (keyof Expected)[]
        assert.deepEqual(Object.fromEntries(compared.map((key) => [key, read[key]])), expected)
      })
    }
  })
