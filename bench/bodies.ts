/*
 * Sends large and hostile bodies to a service in a separate process while another client reads a ticket in a loop. Measures
 * the longest wait of that client, and the memory of the service in addition to its memory at rest. `npm run bench:bodies`;
 * `-- words` runs only those with "words" in their name.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine } from '../packages/server/src/testing/cli.ts'
import {
  attachment,
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
  prose,
  size,
} from './hostile-bodies.ts'

const ROUNDS = 3

if (process.argv[2] === 'read') {
  const [, , , url = '', token = ''] = process.argv
  let slowest = 0
  let asked = 0
  process.once('message', () => {
    process.send?.(slowest)
    process.exit()
  })
  for (;;) {
    const began = performance.now()
    await (await fetch(url, { headers: { authorization: `Token token=${token}` } })).arrayBuffer()
    if (asked++ > 0) slowest = Math.max(slowest, performance.now() - began)
    if (asked === 5) process.send?.('ready')
    await pause(2)
  }
}

const cli = commandLine()
const service = await cli.start()
const { hostname, port } = new URL(service.url)
const admin = /token +(\S+)/.exec(service.out())?.[1] ?? ''

const request = (path: string, body: object, token = admin) =>
  fetch(`${service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Memory of the service in megabytes: current (`VmRSS`) or peak (`VmHWM`). */
const memory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024

/** Sends a request. Returns the status of the answer, or 0 if the connection ended without one. */
function send(head: readonly string[], body: Iterable<Buffer | string>, chunked = false): Promise<number> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const status = /HTTP\/1\.1 ([2-5]\d\d) /.exec(answer)?.[1]
      if (status === undefined || status === '100') return
      socket.destroy()
      resolve(Number(status))
    })
    socket.on('error', () => {})
    const closed = new Promise<void>((go) => socket.once('close', go))
    void closed.then(() => resolve(0))
    socket.write(`${head.join('\r\n')}\r\nHost: desk.example\r\n\r\n`)
    void (async () => {
      for (const part of body) {
        if (socket.destroyed) return
        if (chunked) socket.write(`${part.length.toString(16)}\r\n`)
        const isRoom = socket.write(part)
        if (chunked) socket.write('\r\n')
        if (!isRoom) await Promise.race([once(socket, 'drain'), closed])
      }
      if (chunked) socket.write('0\r\n\r\n')
    })()
  })
}

const post = (path: string, type: string, bytes: number, token?: string, more: readonly string[] = []) => [
  `POST /api/v1/${path} HTTP/1.1`,
  `Content-Type: ${type}`,
  bytes < 0 ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
  ...(token === undefined ? [] : [`Authorization: Token token=${token}`]),
  ...more,
]

const isWanted = ([name]: readonly [string, ...unknown[]]): boolean => name.includes(process.argv[2] ?? '')

async function main(): Promise<void> {
  const created = (await (
    await request('users', {
      email: 'eve@mail.example',
      firstname: 'Eve',
      password: 'Correct horse 1',
      roles: ['Customer'],
    })
  ).json()) as { id: number }
  const ran = await cli.run(['token', 'create', '--user', 'eve@mail.example'])
  const customer = /\S{20,}/.exec(ran.out)?.[0] ?? ''
  const ticket = (await (
    await request('tickets', { title: 'x', group: 'Users', customer_id: created.id, article: { body: 'x' } })
  ).json()) as { id: number }
  const head = attachment(ticket.id)
  const ticketOf = async (count: number, body: () => string): Promise<number> => {
    const { id } = (await (await request('tickets', newTicket('text/plain', 'x'))).json()) as { id: number }
    // Requests sent at once share commits, so that the search document is written less often.
    for (let left = count; left > 0; left -= 50) {
      const some = Array.from({ length: Math.min(left, 50) }, () =>
        request('ticket_articles', { ticket_id: id, body: body() }),
      )
      for (const reply of await Promise.all(some)) if (!reply.ok) throw new Error(await reply.text())
    }
    return id
  }
  const huge = await ticketOf(10, () => newWords(1_490_000))
  const long = await ticketOf(2000, () => prose(300))
  const attacks: [name: string, run: () => Promise<number>][] = [
    ['nothing', () => pause(1000, 0)],
    ['30 MB of [ to /signin', () => send(post('signin', json, 30e6), filled(30e6, '['))],
    ['the same, chunked', () => send(post('signin', json, -1), filled(30e6, '['), true)],
    ['60 MB of JSON without credentials', () => send(post('tickets', json, 60e6), filled(60e6, ' '))],
    ...[customer, admin].flatMap((token): [string, () => Promise<number>][] => [
      ['60 MB of [ with credentials', () => send(post('tickets', json, 60e6, token), filled(60e6, '['))],
      ['8 MB of nested JSON', () => send(post('tickets', json, 8e6, token), filled(8e6, '{"a":', '', ''))],
      ['2 MB of small values', () => send(post('overviews', json, 2e6, token), filled(2e6, '0,', '{"a":[', '0]}'))],
      ['60 MB of small values', () => send(post('tickets', json, 60e6, token), filled(60e6, '0,', '{"a":[', '0]}'))],
      [
        '8 MB of text in a ticket',
        () => send(post('tickets', json, size(8e6, '{"title":"', '"}'), token), filled(8e6, 'é', '{"title":"', '"}')),
      ],
      [
        '8 MB of escaped quotes',
        () => send(post('tickets', json, size(8e6, '{"title":"', '"}'), token), filled(8e6, '\\"', '{"title":"', '"}')),
      ],
      [
        'an attachment of 45 MB, as JSON',
        () => send(post('ticket_articles', json, size(60e6, head, '"}]}'), token), filled(60e6, 'QUJD', head, '"}]}')),
      ],
      [
        'the same, escaped',
        () =>
          send(
            post('ticket_articles', json, size(60e6, head, '"}]}'), token),
            filled(60e6, '\\u0041BCDEF\\/', head, '"}]}'),
          ),
      ],
      ['60 MB of & in a form', () => send(post('tickets', form, 60e6, token), filled(60e6, '&'))],
      ['8 MB of % in a form', () => send(post('tickets', form, 8e6, token), filled(8e6, '%25', 'a=', ''))],
      ['60 MB of parts', () => send(post('tickets', multi, 60e6, token), filled(60e6, part))],
      ['a file of 60 MB', () => sendFile(token, 'abcdefgh')],
      ['a file of 60 MB of line ends', () => sendFile(token, '\r')],
      ['a file of 60 MB of partial boundaries', () => sendFile(token, '\r\n--')],
      [
        'a file of 60 MB in eight requests at once',
        async () => {
          const all = await Promise.all(Array.from({ length: 8 }, () => sendFile(token, 'abcdefgh')))
          return Math.max(...all)
        },
      ],
      [
        '40 texts of 8 MB at once',
        async () => {
          const all = await Promise.all(
            Array.from({ length: 40 }, () =>
              send(post('tickets', json, size(8e6, '{"title":"', '"}'), token), filled(8e6, 'é', '{"title":"', '"}')),
            ),
          )
          return Math.max(...all)
        },
      ],
      ['gzip', () => send(post('tickets', json, 1e6, token, ['Content-Encoding: gzip']), filled(1e6, 'x'))],
      [
        'an article of 1.5 million characters',
        async () => (await request('tickets', newTicket('text/plain', 'word '.repeat(300_000)), token)).status,
      ],
      [
        'the same as HTML',
        async () => (await request('tickets', newTicket('text/html', '<b>a</b> '.repeat(166_000)), token)).status,
      ],
      [
        'the same of new words',
        async () => (await request('tickets', newTicket('text/plain', newWords(1_490_000)), token)).status,
      ],
      [
        'the same of long new words',
        async () => (await request('tickets', newTicket('text/plain', newWords(1_490_000, 150)), token)).status,
      ],
      [
        'the same of new words as HTML',
        async () => (await request('tickets', newTicket('text/html', `<p>${newWords(1_490_000)}</p>`), token)).status,
      ],
      [
        'ten of them at once',
        async () => {
          const all = await Promise.all(
            Array.from({ length: 10 }, () => request('tickets', newTicket('text/plain', newWords(1_490_000)), token)),
          )
          return Math.max(...all.map(({ status }) => status))
        },
      ],
      [
        'a short article in a ticket of huge ones',
        async () => (await request('ticket_articles', { ticket_id: huge, body: 'and more' }, token)).status,
      ],
      [
        'a short article in a ticket of 2,000',
        async () => (await request('ticket_articles', { ticket_id: long, body: 'and more' }, token)).status,
      ],
    ]),
    ['500 slow bodies', () => slowly(500, customer)],
  ]
  await pause(2000)
  const rest = memory('VmRSS')
  console.log(`at rest: ${rest.toFixed(0)} MB`)
  for (const [name, run] of attacks.filter(isWanted)) {
    // Other programs on the machine delay the client, too, so the fastest of three rounds counts.
    let status = 0
    let slowest = Infinity
    for (let round = 0; round < ROUNDS; round++) {
      const other = await reader(`tickets/${ticket.id}`)
      status = await run()
      await pause(50)
      slowest = Math.min(slowest, await other.stop())
    }
    const most = memory('VmHWM') - rest
    console.log(
      `${name.padEnd(46)} ${String(status).padStart(4)}   others wait ${slowest.toFixed(0).padStart(5)} ms   memory +${(memory('VmRSS') - rest).toFixed(0).padStart(4)} MB (peak so far +${most.toFixed(0)})`,
    )
  }
}

/** Sends a file of 60 MB that repeats a pattern. */
const sendFile = (token: string, pattern: string): Promise<number> =>
  send(
    post('attachments', multi, size(60e6, formHead, fileHead, fileEnd), token),
    filled(60e6, pattern, formHead + fileHead, fileEnd),
  )

/** Sends bodies that stop after their beginning. */
async function slowly(count: number, token: string): Promise<number> {
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}))
  for (const socket of sockets) {
    socket.write(`${post('tickets', json, 60e6, token).join('\r\n')}\r\nHost: x\r\n\r\n{"title":"${'x'.repeat(60_000)}`)
  }
  await pause(2000)
  const { status } = await request('tickets', {
    title: 'y',
    group: 'Users',
    customer: 'eve@mail.example',
    article: { body: 'x' },
  })
  for (const socket of sockets) socket.destroy()
  return status
}

/** Reads a ticket in a loop in a separate process. `stop` returns the longest wait in milliseconds. */
async function reader(path: string) {
  const child = fork(import.meta.filename, ['read', `${service.url}/api/v1/${path}`, admin])
  await once(child, 'message')
  return {
    async stop(): Promise<number> {
      child.send('stop')
      const [slowest] = (await once(child, 'message')) as [number]
      return slowest
    },
  }
}

try {
  await main()
} finally {
  service.signal('SIGKILL')
  await cli.close()
}
