import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCommandLine, wordAfter } from '../testing/cli.ts'
import { until } from '../testing/mail-service.ts'

/** Milliseconds until a ticket is due: more than a loaded machine needs to create two tickets and to kill the service. */
const SOON = 4000

test('what became due while a killed service was off is done exactly once', async (t) => {
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
  const kill = () => {
    service.signal('SIGKILL')
    return service.ended
  }
  const reached = { 'ticket.pending_time': { operator: 'has reached' } }
  const note = { subject: 'Reminder', body: 'Look at it again', internal: 'true' }
  await api('triggers', { name: 'Remind', activator: 'time', condition: reached, perform: { 'article.note': note } })
  const pending = async (state: string, pending_time: Date): Promise<number> => {
    const customer_id = 'guess:nils@example.com'
    const article = { body: 'Later' }
    const ticket = { title: state, group: 'Users', customer_id, state, pending_time, article }
    return (await api('tickets', ticket))['id']
  }
  const due = new Date(Date.now() + SOON)
  const closing = await pending('pending close', due)
  const reminded = await pending('pending reminder', due)
  await kill()
  assert.ok(new Date() < due, 'nothing was due before the service was killed')
  await until(() => new Date() > due)
  // Killed again as soon as it answers: while it catches up, or right after.
  service = await cli.start()
  await kill()
  service = await cli.start()
  const reminders = async (id: number): Promise<number> => {
    const articles: { subject: string | null }[] = await api(`ticket_articles/by_ticket/${id}`)
    return articles.filter(({ subject }) => subject === 'Reminder').length
  }
  const isClosed = async () => (await api(`tickets/${closing}?expand=true`))['state'] === 'closed'
  await until(async () => (await isClosed()) && (await reminders(reminded)) > 0)
  // A ticket that becomes due now shows that the triggers have run once more.
  const later = await pending('pending reminder', new Date())
  await until(async () => (await reminders(later)) > 0)
  assert.equal(await reminders(reminded), 1)
  const { history }: { history: { attribute?: string; value_to?: string }[] } = await api(`ticket_history/${closing}`)
  assert.equal(history.filter(({ attribute, value_to }) => attribute === 'state' && value_to === 'closed').length, 1)
})
