import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCommandLine, wordAfter } from '../testing/cli.ts'
import { until } from '../testing/mail-service.ts'

/** Milliseconds: a killed service needs longer to start again. */
const SOON = 300

test('a service that was killed does what became due while it was off, once', async (t) => {
  const cli = openCommandLine(t)
  let service = await cli.start()
  const authorization = `Token token=${wordAfter(service.out(), 'token')}`
  const api = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(`${service.url}/api/v1/${path}`, request)
    assert.ok(response.ok, path)
    return (await response.json()) as never
  }
  const reached = { 'ticket.pending_time': { operator: 'has reached' } }
  const note = { subject: 'Reminder', body: 'Look at it again', internal: 'true' }
  await api('triggers', { name: 'Remind', activator: 'time', condition: reached, perform: { 'article.note': note } })
  const pending = async (state: string): Promise<number> => {
    const pending_time = new Date(Date.now() + SOON)
    const customer_id = 'guess:nils@example.com'
    const article = { body: 'Later' }
    const ticket = { title: state, group: 'Users', customer_id, state, pending_time, article }
    return (await api('tickets', ticket))['id']
  }
  const closing = await pending('pending close')
  const reminded = await pending('pending reminder')
  for (let restarts = 0; restarts < 2; restarts++) {
    service.signal('SIGKILL')
    await service.ended
    service = await cli.start()
  }
  const reminders = async (): Promise<number> => {
    const articles: { subject: string | null }[] = await api(`ticket_articles/by_ticket/${reminded}`)
    return articles.filter(({ subject }) => subject === 'Reminder').length
  }
  const isClosed = async () => (await api(`tickets/${closing}?expand=true`))['state'] === 'closed'
  await until(async () => (await isClosed()) && (await reminders()) > 0)
  assert.equal(await reminders(), 1)
  const { history }: { history: { attribute?: string; value_to?: string }[] } = await api(`ticket_history/${closing}`)
  assert.equal(history.filter(({ attribute, value_to }) => attribute === 'state' && value_to === 'closed').length, 1)
})
