import assert from 'node:assert/strict'
import { type CommandLine, commandLine, type Running } from './cli.ts'

/** A request with its idempotency key, and the id in its response; undefined until it is answered. */
interface SentRequest {
  readonly key: string
  id: number | undefined
}

const WRITERS = 8

/**
 * Kills a service repeatedly while tickets are created. Everything that was answered must exist; everything else is created
 * when sent again; nothing exists twice or in part.
 * @param moments the number of answers after which each kill happens, while other requests are in progress.
 */
export async function surviveKills(moments: readonly number[]): Promise<void> {
  const cli = commandLine()
  const sent: SentRequest[] = []
  try {
    const token = await firstToken(cli)
    for (const moment of moments) {
      const service = await cli.start()
      const unanswered = sent.filter(({ id }) => id === undefined)
      await Promise.all(unanswered.map((sentRequest) => send(service, token, sentRequest)))
      let answers = 0
      const answered = () => (answers += 1) === moment && service.signal('SIGKILL')
      await Promise.all(Array.from({ length: WRITERS }, () => writeOn(service, token, sent, answered)))
      await service.ended
    }
    await assertAllStored(cli, token, sent)
  } finally {
    await cli.close()
  }
}

async function firstToken(cli: CommandLine): Promise<string> {
  const env = { DESKBELL_ADMIN_EMAIL: 'admin@example.com', DESKBELL_ADMIN_PASSWORD: 'Correct horse 1' }
  const service = await cli.start(undefined, env)
  service.signal('SIGTERM')
  await service.ended
  const { out, code, err } = await cli.run(['token', 'create', '--user', 'admin@example.com'])
  assert.equal(code, 0, err)
  return out.trim()
}

/** Sends requests until the service no longer answers. */
async function writeOn(service: Running, token: string, sent: SentRequest[], answered: () => unknown): Promise<void> {
  for (;;) {
    const sentRequest: SentRequest = { key: `key-${sent.length}`, id: undefined }
    sent.push(sentRequest)
    if (!(await send(service, token, sentRequest))) return
    answered()
  }
}

/** @returns true if there was an answer. */
async function send(service: Running, token: string, sentRequest: SentRequest): Promise<boolean> {
  let reply: Response
  let created: { id: number }
  try {
    reply = await fetch(`${service.url}/api/v1/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Token token=${token}`,
        'content-type': 'application/json',
        'idempotency-key': sentRequest.key,
      },
      body: JSON.stringify({
        title: sentRequest.key,
        group: 'Users',
        customer_id: 2,
        tags: 'crash',
        article: { body: `The article of ${sentRequest.key}`, type: 'note' },
      }),
    })
    created = (await reply.json()) as { id: number }
  } catch {
    return false
  }
  assert.equal(reply.status, 201, JSON.stringify(created))
  sentRequest.id = created.id
  return true
}

async function assertAllStored(cli: CommandLine, token: string, sent: readonly SentRequest[]): Promise<void> {
  const service = await cli.start()
  const request = async (path: string) => {
    const reply = await fetch(`${service.url}/api/v1/${path}`, { headers: { authorization: `Token token=${token}` } })
    assert.equal(reply.status, 200)
    return reply.json() as Promise<never>
  }
  const unanswered = sent.filter(({ id }) => id === undefined)
  for (const sentRequest of unanswered) assert.ok(await send(service, token, sentRequest))
  const tickets: { id: number; title: string; article_count: number; tags: string[] }[] = []
  for (let after = 0, page: typeof tickets = []; after === 0 || page.length > 0; after = page.at(-1)?.id ?? after) {
    page = await request(`tickets?expand=true&per_page=1000&after=${after}`)
    tickets.push(...page)
  }
  const ours = tickets.filter(({ title }) => title.startsWith('key-'))
  assert.equal(ours.length, sent.length, 'as many tickets as keys')
  const byTitle = new Map(ours.map((ticket) => [ticket.title, ticket]))
  for (const { key, id } of sent) {
    const ticket = byTitle.get(key)
    assert.equal(ticket?.id, id, key)
    assert.equal(ticket?.article_count, 1)
    assert.deepEqual(ticket.tags, ['crash'])
  }
  service.signal('SIGTERM')
  assert.equal((await service.ended).code, 0)
  const checked = await cli.run(['check', '--deep'])
  assert.equal(checked.code, 0, checked.out + checked.err)
}
