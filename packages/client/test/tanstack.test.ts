import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { followTickets, searchQuery, ticketQuery } from '../../../examples/tanstack-query.ts'
import { world as service } from '../../server/src/testing/world.ts'
import { createClient } from '../src/index.ts'

const root = join(import.meta.dirname, '../../..')

test('the recipe for TanStack Query reads records and pages, and refetches changed ones', async (t) => {
  const real = await service()
  t.after(() => real.close())
  const client = createClient({ url: await real.listen(), auth: { token: real.tokens.admin } })
  const sent: string[] = []
  client.on('request', ({ url }) => sent.push(url.replace(/^.*\/api\/v1\//, '')))
  const queries = new QueryClient()
  t.after(() => queries.clear())
  for (const _ of [1, 2]) {
    const ticket = await queries.fetchQuery({ ...ticketQuery(client, 1), staleTime: Infinity })
    assert.equal(ticket.title, 'Welcome to Deskbell!')
  }
  assert.deepEqual(sent, ['tickets/1'])

  const paged = { ...searchQuery(client.with({ pagination: { perPage: 1 } }), '*'), retry: false }
  const observer = new InfiniteQueryObserver(queries, paged)
  t.after(observer.subscribe(() => undefined))
  const first = await observer.refetch()
  assert.equal(first.data?.pages[0]?.records.length, 1)
  const second = await observer.fetchNextPage()
  assert.equal(second.data?.pages.length, 2)

  const stopped = new AbortController()
  const follows = followTickets(client, queries, stopped.signal).catch((reason: unknown) => reason)
  await changeUntil(
    () => queries.getQueryState(['tickets', 1])?.isInvalidated === true,
    async () => {
      await client.tickets(1).addTags(`tag${sent.length}`)
      await client.tickets(1).update({ title: `Title ${sent.length}` })
    },
  )
  stopped.abort('done')
  assert.equal(await follows, 'done')
})

test('the documentation shows the tested recipe', () => {
  const page = readFileSync(join(root, 'docs/client/6-recipes.md'), 'utf8')
  assert.ok(page.includes(readFileSync(join(root, 'examples/tanstack-query.ts'), 'utf8')))
})

/** Makes changes until one is noticed, because the stream of events may begin after the first. */
async function changeUntil(noticed: () => boolean, change: () => Promise<void>): Promise<void> {
  while (!noticed()) {
    await change()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
