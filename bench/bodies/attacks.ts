import { setTimeout as pause } from 'node:timers/promises'
import {
  attachmentHead,
  fileEnd,
  fileHead,
  filled,
  form,
  formHead,
  json,
  multi,
  newTicket,
  newWords,
  part,
  size,
} from './content.ts'
import { type BodyService, postHead } from './service.ts'

/** One request, or several at the same time. `run` returns the status of the response, or the highest of several. */
export type Attack = readonly [name: string, run: () => Promise<number>]

/** Ids of the tickets that attacks add to. */
export interface AttackedTickets {
  /** A ticket for files. */
  readonly plain: number
  /** A ticket with ten articles of 1.5 million characters. */
  readonly huge: number
  /** A ticket with 2,000 articles. */
  readonly long: number
}

/** Returns all attacks. @param tokens of the callers who send most of them. */
export function attacksOn(service: BodyService, tickets: AttackedTickets, tokens: readonly string[]): Attack[] {
  const { send } = service
  return [
    // For comparison: the wait of the other client without an attack.
    ['nothing', () => pause(1000, 0)],
    ['30 MB of [ to /signin', () => send(postHead('signin', json, 30e6), filled(30e6, '['))],
    ['the same, chunked', () => send(postHead('signin', json, -1), filled(30e6, '['), true)],
    ['60 MB of JSON without credentials', () => send(postHead('tickets', json, 60e6), filled(60e6, ' '))],
    ...tokens.flatMap((token) => [
      ...jsonAttacks(service, token),
      ...attachmentAttacks(service, token, tickets.plain),
      ...formAttacks(service, token),
      ...articleAttacks(service, token, tickets),
    ]),
    ['500 slow bodies', () => sendSlowly(service, 500, tokens[0] ?? '')],
  ]
}

function jsonAttacks({ send }: BodyService, token: string): Attack[] {
  const title = (pattern: string) =>
    send(postHead('tickets', json, size(8e6, '{"title":"', '"}'), token), filled(8e6, pattern, '{"title":"', '"}'))
  const values = (path: string, bytes: number) =>
    send(postHead(path, json, bytes, token), filled(bytes, '0,', '{"a":[', '0]}'))
  return [
    ['60 MB of [ with credentials', () => send(postHead('tickets', json, 60e6, token), filled(60e6, '['))],
    ['8 MB of nested JSON', () => send(postHead('tickets', json, 8e6, token), filled(8e6, '{"a":', '', ''))],
    ['2 MB of small values', () => values('overviews', 2e6)],
    ['60 MB of small values', () => values('tickets', 60e6)],
    ['8 MB of text in a ticket', () => title('é')],
    ['8 MB of escaped quotes', () => title('\\"')],
    ['40 texts of 8 MB at once', () => highest(40, () => title('é'))],
    ['gzip', () => send(postHead('tickets', json, 1e6, token, ['Content-Encoding: gzip']), filled(1e6, 'x'))],
  ]
}

function attachmentAttacks({ send }: BodyService, token: string, ticket: number): Attack[] {
  const head = attachmentHead(ticket)
  const attach = (pattern: string) =>
    send(postHead('ticket_articles', json, size(60e6, head, '"}]}'), token), filled(60e6, pattern, head, '"}]}'))
  return [
    ['an attachment of 45 MB, as JSON', () => attach('QUJD')],
    ['the same, escaped', () => attach('\\u0041BCDEF\\/')],
  ]
}

function formAttacks({ send }: BodyService, token: string): Attack[] {
  const sendFile = (pattern: string) =>
    send(
      postHead('attachments', multi, size(60e6, formHead, fileHead, fileEnd), token),
      filled(60e6, pattern, formHead + fileHead, fileEnd),
    )
  return [
    ['60 MB of & in a form', () => send(postHead('tickets', form, 60e6, token), filled(60e6, '&'))],
    ['8 MB of % in a form', () => send(postHead('tickets', form, 8e6, token), filled(8e6, '%25', 'a=', ''))],
    ['60 MB of parts', () => send(postHead('tickets', multi, 60e6, token), filled(60e6, part))],
    ['a file of 60 MB', () => sendFile('abcdefgh')],
    ['a file of 60 MB of line ends', () => sendFile('\r')],
    ['a file of 60 MB of partial boundaries', () => sendFile('\r\n--')],
    ['a file of 60 MB in eight requests at once', () => highest(8, () => sendFile('abcdefgh'))],
  ]
}

function articleAttacks({ request }: BodyService, token: string, { huge, long }: AttackedTickets): Attack[] {
  const create = async (type: string, text: string) => (await request('tickets', newTicket(type, text), token)).status
  const addTo = async (ticket_id: number) =>
    (await request('ticket_articles', { ticket_id, body: 'and more' }, token)).status
  return [
    ['an article of 1.5 million characters', () => create('text/plain', 'word '.repeat(300_000))],
    ['the same as HTML', () => create('text/html', '<b>a</b> '.repeat(166_000))],
    ['the same of new words', () => create('text/plain', newWords(1_490_000))],
    ['the same of long new words', () => create('text/plain', newWords(1_490_000, 150))],
    ['the same of new words as HTML', () => create('text/html', `<p>${newWords(1_490_000)}</p>`)],
    ['ten of them at once', () => highest(10, () => create('text/plain', newWords(1_490_000)))],
    ['a short article in a ticket of huge ones', () => addTo(huge)],
    ['a short article in a ticket of 2,000', () => addTo(long)],
  ]
}

/** Sends requests at the same time. Returns the highest status. */
async function highest(count: number, run: () => Promise<number>): Promise<number> {
  return Math.max(...(await Promise.all(Array.from({ length: count }, run))))
}

/** Sends bodies that stop after their beginning, and a complete request in between. */
async function sendSlowly({ open, request }: BodyService, count: number, token: string): Promise<number> {
  const sockets = Array.from({ length: count }, open)
  for (const socket of sockets) {
    const head = postHead('tickets', json, 60e6, token).join('\r\n')
    socket.write(`${head}\r\nHost: x\r\n\r\n{"title":"${'x'.repeat(60_000)}`)
  }
  await pause(2000)
  const { status } = await request('tickets', newTicket('text/plain', 'x'))
  for (const socket of sockets) socket.destroy()
  return status
}
