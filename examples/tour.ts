/*
 * A tour of the client, with the requests that it sends to a running service:
 *
 *   npm run demo
 *   DESKBELL_TOKEN=$(npx deskbell token create --user admin@example.com --data deskbell-demo) npm run tour
 *
 * DESKBELL_URL is the address of the service, by default http://127.0.0.1:8080; DESKBELL_DATA is its data folder, by default
 * deskbell-demo.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type Ticket } from '@deskbell/client'

const { DESKBELL_URL: url = 'http://127.0.0.1:8080', DESKBELL_TOKEN: token, DESKBELL_DATA: data } = process.env

/**
 * Shows references, loops, searches, caches and `reload()`, and prints each request.
 * @param answer adds an article to a ticket without using this client.
 */
export async function tour(
  client: Client,
  print: (line: string) => void,
  answer: (ticket: Ticket) => Promise<void>,
): Promise<void> {
  client.on('request', ({ method, url }) => print(`    → ${method} ${new URL(url).pathname}${new URL(url).search}`))

  print('A reference sends one request, when an attribute is read')
  const ticket = client.tickets(1)
  print(`${await ticket.number}: ${await ticket.title}, asked by ${await ticket.customer.fullname}`)

  print('A loop over all users requests a page when it reaches it; this one ends after 15')
  let count = 0
  for await (const user of client.users) {
    print(user.fullname)
    if (++count === 15) break
  }

  print('Six items from page 10 are one request')
  for await (const user of client.users.iter({ page: 10 }).take(6)) print(user.fullname)

  print('A search returns customers and organizations, too')
  for await (const hit of client.tickets.search('customer.fullname:Nicole Braun').take(5)) {
    print(`${hit.title}: ${await hit.customer.fullname}, ${(await hit.organization?.name) ?? 'no organization'}`)
  }

  print('With the cache of users off, every access sends a request')
  client.users.cache.maxSize = 0
  print((await client.users(2).email) ?? '')
  print((await client.users(2).email) ?? '')

  print('reload() requests the ticket again after an article was added elsewhere')
  const loaded = await client.tickets(2)
  const before = loaded.article_count
  await answer(loaded)
  await loaded.reload()
  print(`${before} articles before, ${loaded.article_count} now`)
}

/** Imports a reply to the first mail of the ticket with the command line, while the service runs. */
async function answerByMail(ticket: Ticket): Promise<void> {
  const first = await ticket.articles.first()
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-tour-'))
  const headers = {
    From: 'Tour <tour@example.com>',
    To: first?.to ?? 'desk@example.com',
    Date: new Date().toUTCString(),
    Subject: `Re: ${ticket.title}`,
    'Message-ID': `<${Date.now()}@tour.example>`,
    'In-Reply-To': first?.message_id ?? '',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const mail = join(folder, 'answer.eml')
  writeFileSync(mail, `${lines.join('\r\n')}\r\n\r\nThis answer arrived during the tour.\r\n`)
  const command = join(import.meta.dirname, '../packages/server/bin/deskbell.js')
  execFileSync(process.execPath, [command, 'import', 'mail', mail, '--data', data ?? 'deskbell-demo'])
  rmSync(folder, { recursive: true })
}

if (import.meta.main) {
  if (!token) {
    console.error('Set DESKBELL_TOKEN: npx deskbell token create --user LOGIN prints one')
    process.exit(1)
  }
  await tour(createClient({ url, auth: { token } }), (line) => console.log(line), answerByMail)
}
