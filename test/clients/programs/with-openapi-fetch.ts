import createClient from 'openapi-fetch'
import type { paths } from './openapi-fetch/schema'

// Ten calls of a program with openapi-fetch and types that openapi-typescript has generated.
const client = createClient<paths>({
  baseUrl: process.env['BASE_URL'] ?? '',
  headers: { Authorization: `Bearer ${process.env['TOKEN']}` },
})

/** Returns the data of an answer. @throws Error if the answer is an error. */
function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error(`${response.status} ${JSON.stringify(error)}`)
  return data
}

async function main(): Promise<void> {
  const version = dataOf(await client.GET('/api/v1/version'))
  const me = dataOf(await client.GET('/api/v1/users/me'))
  const user = dataOf(await client.POST('/api/v1/users', { body: { email: 'kim@wharf.example', firstname: 'Kim' } }))
  const ticket = dataOf(
    await client.POST('/api/v1/tickets', {
      params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
      body: {
        title: 'Printer offline',
        group: 'Users',
        customer_id: 'guess:kim@wharf.example',
        tags: ['printer'],
        article: { body: 'It blinks red.', internal: false },
      },
    }),
  )
  const { id } = ticket
  const read = dataOf(await client.GET('/api/v1/tickets/{id}', { params: { path: { id }, query: { expand: true } } }))
  const changed = dataOf(
    await client.PUT('/api/v1/tickets/{id}', { params: { path: { id } }, body: { state: 'closed', note: null } }),
  )
  const article = dataOf(
    await client.POST('/api/v1/ticket_articles', { body: { ticket_id: id, body: 'Fixed.', type: 'note' } }),
  )
  const tagged = dataOf(await client.POST('/api/v1/tags/add', { body: { object: 'Ticket', o_id: id, item: 'fixed' } }))
  const found = dataOf(
    await client.POST('/api/v1/tickets/search', { body: { query: `id:${id}`, only_total_count: true } }),
  )
  const overview = dataOf(
    await client.POST('/api/v1/overviews', { body: { name: 'Printers', roles: ['Agent'], condition: {} } }),
  )
  const values = [version.version, me.login, user.email, read.title, changed.title, article.body, overview.name]
  console.log(JSON.stringify({ values, tagged, found }))
}

main().catch((failure: unknown) => {
  console.error(failure)
  process.exitCode = 1
})
