import { Fault } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'
import {
  changeSetting,
  validateSetting,
  settingAt,
  settingRecords,
  storeSetting,
} from '../../resources/setting/records.ts'
import { respondWithPage, MAX_PAGE_SIZE, listParameters, DEFAULT_PAGE_SIZE } from '../paging.ts'
import { wholeNumber } from '../query.ts'
import { anything, field, optional, shape, type Values } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import type { Route, WriteRoute } from '../route.ts'
import { requireEtag } from './writes.ts'

const record = {
  title: 'Setting',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    area: { type: 'string' },
    state_current: { type: 'object', properties: { value: {} }, required: ['value'] },
    state_initial: { type: 'object', properties: { value: {} }, required: ['value'] },
  },
  required: ['id', 'name', 'state_current', 'state_initial'],
}
const can = ['admin.system'] as const
const text = { kind: 'text', max: 250 } as const
const baseParts = {
  organization: optional(field({ ...text, doc: 'Name of the organization that runs the service.' })),
  url: optional(field({ ...text, doc: 'Address of the service, such as `https://help.example.com`.' })),
  timezone_default: optional(field({ ...text, doc: 'Time zone, such as `Europe/Berlin`.' })),
  locale_default: optional(field({ ...text, doc: 'Language, such as `en-us`.' })),
  product_name: optional(field({ ...text, doc: 'Name of the service.' })),
}
const tag = 'settings'

export const settingRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/settings',
    tag,
    summary: 'List the settings',
    can,
    parameters: listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
    response: { type: 'array', items: record },
    async run(ctx, { query, url }) {
      const records = await settingRecords(ctx)
      const page = wholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1
      const perPage =
        wholeNumber(query, 'per_page', 1, MAX_PAGE_SIZE) ??
        wholeNumber(query, 'limit', 1, MAX_PAGE_SIZE) ??
        DEFAULT_PAGE_SIZE
      const body = JSON.stringify(records.slice((page - 1) * perPage, page * perPage))
      return respondWithPage(url, { page, perPage, sort: [] }, { body, total: records.length, ids: [] })
    },
  },
  {
    method: 'GET',
    path: '/settings/:id',
    tag,
    summary: 'Get a setting',
    can,
    response: record,
    async run(ctx, { params }) {
      return { body: await settingBody(ctx, settingAt(params['id'] ?? '')) }
    },
  },
  withBody(
    { state_current: shape({ value: anything() }) },
    {
      method: 'PUT',
      path: '/settings/:id',
      tag,
      summary: 'Change a setting',
      can,
      response: record,
      conditional: true,
      write: (_, input) => {
        const name = settingAt(input.params['id'] ?? '')
        return async (ctx) => {
          await requireEtag(input, () => settingBody(ctx, name))
          await changeSetting(ctx, name, input.body.state_current.value)
          return { body: await settingBody(ctx, name) }
        }
      },
    },
  ),
  withBody(baseParts, {
    method: 'POST',
    path: '/getting_started/base',
    tag,
    summary: 'Set the basic settings',
    description:
      'Sets names, address, time zone and language of the desk in one request. A German `locale_default` also turns on `search_german_spelling`.',
    can,
    response: {
      type: 'object',
      properties: { result: { type: 'string' }, settings: { type: 'object' } },
      required: ['result'],
    },
    write: (_, { body }) => {
      const settings = readBasicSettings(body)
      return async (ctx) => {
        for (const [name, value] of settings) await storeSetting(ctx, name, value)
        return { body: JSON.stringify({ result: 'ok', settings: Object.fromEntries(settings) }) }
      }
    },
  }),
]

type NewSetting = [name: Parameters<typeof validateSetting>[0], value: boolean | number | string]

/** Reads the basic settings. @throws Fault `invalid` for the first invalid one. */
function readBasicSettings(body: Values<typeof baseParts>): NewSetting[] {
  const settings: NewSetting[] = []
  for (const name of ['organization', 'timezone_default', 'locale_default', 'product_name'] as const) {
    if (body[name] !== undefined) settings.push([name, validateSetting(name, body[name])])
  }
  if (body.locale_default?.startsWith('de-')) settings.push(['search_german_spelling', true])
  const { url } = body
  if (url === undefined) return settings
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new Fault('invalid', 'A URL looks like this: https://helpdesk.example.com', {
      details: [{ path: 'url', message: 'Expected an address that begins with http:// or https://.' }],
    })
  }
  const { protocol, host } = new URL(url)
  return [
    ...settings,
    ['http_type', validateSetting('http_type', protocol.slice(0, -1))],
    ['fqdn', validateSetting('fqdn', host)],
  ]
}

async function settingBody(ctx: Context, name: string): Promise<string> {
  const records = await settingRecords(ctx)
  return JSON.stringify(records.find((record) => 'name' in record && record.name === name))
}
