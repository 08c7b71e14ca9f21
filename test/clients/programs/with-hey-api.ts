import { client } from './hey-api/client.gen'
import {
  getTicketsById,
  getUsersMe,
  getVersion,
  postOverviews,
  postTagsAdd,
  postTicketArticles,
  postTickets,
  postTicketsSearch,
  postUsers,
  putTicketsById,
} from './hey-api/sdk.gen'

// Ten calls of a program with a client that @hey-api/openapi-ts has generated. `auth` is sent as the OpenAPI document declares.
client.setConfig({ baseUrl: process.env['BASE_URL'] ?? '', auth: process.env['TOKEN'] ?? '', throwOnError: true })
const throwOnError = true

async function main(): Promise<void> {
  const version = await getVersion({ throwOnError })
  const me = await getUsersMe({ throwOnError })
  const user = await postUsers({ body: { email: 'lee@wharf.example', lastname: 'Lee' }, throwOnError })
  const { data: ticket } = await postTickets({
    body: {
      title: 'Printer offline',
      group_id: 1,
      customer: 'lee@wharf.example',
      mentions: [],
      links: { Ticket: { normal: [1] } },
      article: { body: '<b>It blinks red.</b>', content_type: 'text/html' },
    },
    throwOnError,
  })
  const { id } = ticket
  const read = await getTicketsById({ path: { id }, query: { full: true }, throwOnError })
  const changed = await putTicketsById({ path: { id }, body: { priority: '3 high' }, throwOnError })
  const article = await postTicketArticles({ body: { ticket_id: id, body: 'Fixed.', type: 'note' }, throwOnError })
  const tagged = await postTagsAdd({ body: { object: 'Ticket', o_id: id, item: 'fixed' }, throwOnError })
  const found = await postTicketsSearch({ body: { query: `id:${id}`, only_total_count: true }, throwOnError })
  const overview = await postOverviews({
    body: { name: 'Printers, again', role_ids: [2], condition: {} },
    throwOnError,
  })
  const values = [version.data.version, me.data.login, user.data.email, read.data.id === id, changed.data.title]
  console.log(
    JSON.stringify({
      values: [...values, article.data.body, overview.data.name],
      tagged: tagged.data,
      found: found.data,
    }),
  )
}

main().catch((failure: unknown) => {
  console.error(failure)
  process.exitCode = 1
})
