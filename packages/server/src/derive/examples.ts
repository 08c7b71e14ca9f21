import { hash } from 'node:crypto'
import { type Field, type Resource, resources, systemUser } from '@deskbell/contract'
import { beginSession } from '../auth/sessions.ts'
import { firstAdminLink } from '../auth/tokens.ts'
import { mailKey } from '../channels/email/mail-key.ts'
import { tokenOf } from '../channels/service-mail/unsubscribe.ts'
import { allRoutes } from '../http/routes/index.ts'
import type { Examples } from '../http/openapi/operation.ts'
import { formatJson } from '../http/openapi/format-json.ts'
import { operationId } from '../http/openapi/names.ts'
import { mailTaskKind } from '../resources/article/outgoing.ts'
import { enqueue } from '../tasks/tasks.ts'
import type { AnyRoute } from '../http/route.ts'
import type { Unit } from '../kernel/context.ts'
import { newDelivery } from '../webhooks/enqueue.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { addRecords } from '../testing/records.ts'
import { type World, world } from '../testing/world.ts'
import { type Example, requests } from './requests.ts'

/** Returns the module with the examples, which the service loads with the first request for its OpenAPI document. */
export async function examplesModule(): Promise<string> {
  return `${head}\n\nexport const examples: Examples = ${formatJson(await examplesOf())}\n`
}

const head = `// Derived by \`npm run derive\`: change the routes and derive/requests.ts, not this file.
import type { Examples } from './operation.ts'`

let cached: Promise<Examples> | undefined
/** Returns the examples of all operations; computed once. */
export const examplesOf = (): Promise<Examples> => (cached ??= makeExamples())

/**
 * Sends a request for each operation to a service with test data, and records the response. Creates records first and
 * deletes them last, so that there are some of each kind.
 */
async function makeExamples(): Promise<Examples> {
  const helpdesk = await world()
  await addRecords(helpdesk)
  await prepareHelpdesk(helpdesk)
  const examples: Record<string, { request?: object; response?: unknown }> = {}
  try {
    for (const route of [...allRoutes].toSorted((a, b) => rank(a) - rank(b))) {
      // A stream does not end.
      if ('live' in route) continue
      const id = operationId(route)
      const example = await requestOf(helpdesk, route)
      const body = example.body === undefined ? {} : { request: example.body }
      if (route.path === firstAdminPath) await offerFirstAdmin(helpdesk)
      // A change of the password, which comes before, ends sessions.
      if (route.path === '/user_devices') await signInTwice(helpdesk)
      const { status, json } = await request(helpdesk, route, example)
      const hasExample = status < 300 && typeof route.response !== 'string' && route.path !== '/openapi.json'
      examples[id] = { ...body, ...(hasExample ? { response: shortened(json) } : {}) }
    }
    return Object.fromEntries(allRoutes.map((route) => [operationId(route), examples[operationId(route)] ?? {}]))
  } finally {
    await helpdesk.close()
  }
}

/** Lets the administrator work on all tickets, leaves a notification, and delivers an event to a webhook. */
async function prepareHelpdesk(helpdesk: World): Promise<void> {
  const { desk, ids } = helpdesk
  const group_ids = Object.fromEntries([1, 2, 3].map((id) => [id, ['full']]))
  await helpdesk.request(`users/${String(ids['admin'])}`, { method: 'PUT', body: { group_ids } })
  const ticket = `tickets/${String(ids['Label printer offline'])}`
  await helpdesk.request(ticket, { as: 'rita', method: 'PUT', body: { owner_id: ids['admin'] } })
  await unitOfWork(desk, systemUser, addDeliveries)
}

/** Adds a call of a webhook, a mail of which one recipient was refused, two mails that wait, and one in quarantine. */
async function addDeliveries(unit: Unit): Promise<void> {
  const { db, now } = unit
  const delivery = newDelivery({ webhook_id: 1, event_id: 1, event: 'ticket.created' }, now)
  const answered = { attempts: 1, response_status: 200, response_body: 'ok', duration: 12 }
  const values = { ...delivery, ...answered, state: 'delivered' as const, payload: '{"event":"ticket.created"}' }
  await db.sql.insertInto('webhook_deliveries').values(values).execute()
  const preferences = JSON.stringify({ delivery_channel_id: 1, delivery_status: 'fail' })
  await db.sql
    .updateTable('ticket_articles')
    .set({ type_id: 1, sender_id: 1, preferences })
    .where('id', '=', MAIL)
    .execute()
  const recipient = { address: 'nils@bakery.example', state: 'failed', code: 550, text: '550 No such user', at: now }
  const mail = { sender: 'printers@desk.example', recipients: JSON.stringify([recipient]), sha256: '', size: 1204 }
  await db.sql
    .insertInto('mail_deliveries')
    .values({ article_id: MAIL, ...mail, created_at: now, updated_at: now })
    .execute()
  // One task that a request sends, and one that a request deletes.
  for (const article_id of [MAIL, MAIL]) await enqueue(unit, { kind: mailTaskKind, payload: { article_id }, lane: 1 })
  const unread = { via: 'lmtp' as const, envelope_to: { addresses: [] }, sha256: 'c'.repeat(64), size: 9, due_at: now }
  await insert(unit, 'received_mail', { ...unread, state: 'quarantined', reason: 'The message has no mail header.' })
}

/** The id of the article that becomes a mail of an agent. */
const MAIL = 5

/** Begins two sessions of the administrator, because two routes revoke a session each: an own one, and one of any user. */
async function signInTwice({ desk, ids }: World): Promise<void> {
  const user = ids['admin'] as number
  const users = desk.database.sql.selectFrom('users').select('password').where('id', '=', user)
  const { password } = await users.executeTakeFirstOrThrow()
  const login = { user, passwordHash: password as string }
  const from = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await beginSession(desk, login, from)
  await beginSession(desk, login, from)
}

const firstAdminPath = '/getting_started/admin'

/** Stores the token of the example as that of a link with which somebody becomes the administrator. */
const offerFirstAdmin = ({ desk, ids }: World) =>
  unitOfWork(desk, systemUser, (unit) => {
    const expires_at = new Date(desk.now().getTime() + 1000).toISOString()
    const values = { user_id: ids['admin'] as number, action: firstAdminLink, hash: hash('sha256', 'from-the-link') }
    return insert(unit, 'token', { ...values, expires_at })
  })

/** Records are created first and deleted last. */
const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']
/** Requests that come last, because they add records to all lists, or end credentials that the others need. */
const lastPaths = ['/getting_started/demo_data', '/user_access_token/:id', firstAdminPath]
const rank = ({ method, path }: AnyRoute): number =>
  lastPaths.includes(path) ? order.length + lastPaths.indexOf(path) : order.indexOf(method)

async function request(helpdesk: World, route: AnyRoute, { params = {}, query = '', body, as }: Example) {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name] ?? 1))
  const parameters = new Set(route.parameters?.map(({ name }) => name))
  const page = route.method === 'GET' && parameters.has('per_page') ? 'per_page=1' : ''
  const search = [query, page].filter((part) => part !== '').join('&')
  return helpdesk.request(`${path.slice(1)}${search === '' ? '' : `?${search}`}`, {
    method: route.method,
    ...('open' in route ? { as: 'anonymous' as const } : {}),
    ...(as ? { as } : {}),
    ...('checkHeaders' in route ? { headers: await visitorHeaders(helpdesk) } : {}),
    ...(body === undefined ? {} : await (takesForm(route) ? asForm(body) : { body })),
  })
}

/** Returns the headers with the cookie of a visitor and its CSRF token. */
async function visitorHeaders(helpdesk: World): Promise<Record<string, string>> {
  const { headers } = await helpdesk.request('signshow', { as: 'anonymous' })
  return { cookie: headers['set-cookie']?.toString() ?? '', 'x-csrf-token': headers['csrf-token'] ?? '' }
}

const takesForm = (route: AnyRoute): boolean => 'takes' in route && (route.takes ?? []).includes('multipart/form-data')

/** Encodes a body as a form; the key `File` is the content of a text file. */
async function asForm(body: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    form.append(name, name === 'File' ? new File([value], 'hello.txt', { type: 'text/plain' }) : value)
  }
  const encoded = new Response(form)
  return { headers: { 'content-type': encoded.headers.get('content-type') ?? '' }, body: await encoded.text() }
}

/** Returns the request of a route from `requests.ts`, or the default request for a record of its resource. */
async function requestOf(helpdesk: World, route: AnyRoute): Promise<Example> {
  // The token is signed with a random key, so it cannot be in `requests.ts`. The document does not show it.
  if (route.path === '/unsubscribe/:token') {
    return { params: { token: tokenOf(await mailKey(helpdesk.desk), { user: 7, kind: 'digest' }) } }
  }
  const example = requests[`${route.method} ${route.path}`]
  const [, path = ''] = route.path.split('/')
  const id = example?.params?.['id'] ?? (await idIn(helpdesk, route))
  const params = { id, ...example?.params }
  const resource = Object.values<Resource>(resources).find((candidate) => candidate.path === path)
  const isPlain = route.path === `/${path}` || route.path === `/${path}/:id`
  const schema = route.body
  if (example?.body !== undefined || !schema || !resource || !isPlain) return { ...example, params }
  return { ...example, params, body: await bodyFor(helpdesk, route, resource, schema) }
}

/** Returns the id of the first record of a list, or of the last one for DELETE. */
async function idIn(helpdesk: World, { method, path }: AnyRoute): Promise<number> {
  if (!path.includes('/:id')) return 1
  // To ticket 6, `addRecords` adds records of all kinds.
  const list = await helpdesk.request(path.slice(1, path.indexOf('/:id')).replace(':ticket_id', '6'))
  const candidates: unknown[] = [list.json, ...Object.values((list.json ?? {}) as object)]
  const records = (candidates.find(Array.isArray) ?? []) as { id: number }[]
  return records.at(method === 'DELETE' ? -1 : 0)?.id ?? 1
}

/** Derives a body from the first record, with another name. */
async function bodyFor(helpdesk: World, { method }: AnyRoute, resource: Resource, schema: object): Promise<object> {
  const { properties = {}, required = [], allOf = [] } = schema as BodySchema
  const { json } = await helpdesk.request(`${resource.path}?per_page=1`)
  const [record = {}] = json as Record<string, unknown>[]
  const needed = [...required, ...allOf.flatMap(({ anyOf }) => anyOf[0]?.required ?? [])]
  const typical = Object.keys(properties).filter((key) => hasOwnValue(resource, key, record[key]))
  const label = resource.label ?? typical[0] ?? ''
  const keys = method === 'POST' ? new Set([...needed, ...typical.slice(0, 3)]) : new Set([label])
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      withOtherName(resource.fields[key], record[key] ?? sampleFor(resource.fields[key]), method),
    ]),
  )
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly allOf?: readonly { readonly anyOf: readonly { readonly required: readonly string[] }[] }[]
}

/** Returns true if a value is neither empty nor the default of its field. */
const hasOwnValue = ({ fields }: Resource, key: string, value: unknown): boolean => {
  const field = fields[key]
  return field !== undefined && Boolean(value) && JSON.stringify(value) !== '{}' && value !== field.default
}

/** Makes a unique name differ from that of the first record. */
const withOtherName = (field: Field | undefined, value: unknown, method: string): unknown =>
  typeof value === 'string' && field?.unique ? `${value} (${method === 'POST' ? 'copy' : 'new'})` : value

/** A value for a resource without records. */
function sampleFor(field: Field | undefined): unknown {
  if (field?.kind === 'text' || field === undefined) return 'Example'
  if (field.kind === 'one_of') return field.values?.[0]
  if (field.kind === 'object') return {}
  return field.kind === 'boolean' ? true : 1
}

/** Replacements for random values, so that the examples do not change. */
const fixedValues: Readonly<Record<string, string>> = {
  token: 'a-secret-that-is-returned-once',
  form_id: 'form-1',
  delivery: '5f0c8a52-3d0f-4b6e-9a37-1c2d7e84b6a1',
}

/** Shortens a response to one record of each list and kind. */
function shortened(value: unknown, key = ''): unknown {
  if (key in fixedValues && typeof value === 'string') return fixedValues[key]
  if (key === 'url' && typeof value === 'string') return value.replace(/^\/password\/.*/, '/password/a-secret')
  if (Array.isArray(value))
    return (typeof value[0] === 'object' ? value.slice(0, 1) : value.slice(0, 3)).map((item) => shortened(item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isMap =
    key === 'assets' ||
    (entries.length > 1 && entries.every(([name, entry]) => /^\d+$/.test(name) && typeof entry === 'object'))
  return Object.fromEntries(
    (isMap ? entries.slice(0, 1) : entries).map(([name, entry]) => [name, shortened(entry, name)]),
  )
}
