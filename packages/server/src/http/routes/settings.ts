import type { Desk } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { changeSetting, checked, settingAt, settingRecords } from '../../resources/setting/wire.ts'
import { writeSetting } from '../../kernel/settings.ts'
import { isSetUp, isToken, readAutoWizard, runAutoWizard } from '../../setup/auto-wizard.ts'
import { answerPage, largestSize, listParameters, usualSize } from '../paging.ts'
import { textOf, wholeNumber } from '../query.ts'
import { anything, field, optional, shape, type Values } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import type { Answer, OpenRoute, Route, WriteRoute } from '../route.ts'

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
    answer: { type: 'array', items: record },
    async run(ctx, { query, url }) {
      const all = await settingRecords(ctx)
      const page = wholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1
      const perPage =
        wholeNumber(query, 'per_page', 1, largestSize) ?? wholeNumber(query, 'limit', 1, largestSize) ?? usualSize
      const body = JSON.stringify(all.slice((page - 1) * perPage, page * perPage))
      return answerPage(url, { page, perPage, sort: [] }, { body, total: all.length, ids: [] })
    },
  },
  {
    method: 'GET',
    path: '/settings/:id',
    tag,
    summary: 'Get a setting',
    can,
    answer: record,
    async run(ctx, { params }) {
      const name = settingAt(params['id'] ?? '')
      const all = await settingRecords(ctx)
      return { body: JSON.stringify(all.find((one) => 'name' in one && one.name === name)) }
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
      answer: record,
      write: (_, { params, body }) => {
        const name = settingAt(params['id'] ?? '')
        return async (ctx) => {
          await changeSetting(ctx, name, body.state_current.value)
          const all = await settingRecords(ctx)
          return { body: JSON.stringify(all.find((one) => 'name' in one && one.name === name)) }
        }
      },
    },
  ),
  withBody(baseParts, {
    method: 'POST',
    path: '/getting_started/base',
    tag,
    summary: 'Set the basic settings',
    description: 'Sets name, address and time zone of an installation in one request.',
    can,
    answer: {
      type: 'object',
      properties: { result: { type: 'string' }, settings: { type: 'object' }, messages: { type: 'object' } },
      required: ['result'],
    },
    write: (_, { body }) => {
      const said = basics(body)
      return async (ctx) => {
        for (const [name, value] of said) await writeSetting(ctx, name, value)
        return { body: JSON.stringify({ result: 'ok', settings: Object.fromEntries(said) }) }
      }
    },
  }),
]

type Said = [Parameters<typeof checked>[0], boolean | number | string]

/** Reads the basic settings. @throws Fault `invalid` for the first invalid one. */
function basics(given: Values<typeof baseParts>): Said[] {
  const said: Said[] = []
  for (const name of ['organization', 'timezone_default', 'product_name'] as const) {
    if (given[name] !== undefined) said.push([name, checked(name, given[name])])
  }
  const text = given.url
  if (text === undefined) return said
  if (!/^https?:/.test(text) || !URL.canParse(text)) {
    throw new Fault('invalid', 'A URL looks like this: https://helpdesk.example.com', {
      details: [{ path: 'url', message: 'Expected an address that begins with http:// or https://.' }],
    })
  }
  const { protocol, host } = new URL(text)
  return [...said, ['http_type', checked('http_type', protocol.slice(0, -1))], ['fqdn', checked('fqdn', host)]]
}

const started = {
  type: 'object',
  properties: {
    setup_done: { type: 'boolean' },
    import_mode: { type: 'boolean' },
    import_backend: { type: 'string' },
    system_online_service: { type: 'boolean' },
  },
  required: ['setup_done'],
}

/** The first start creates an administrator, so the setup is always done. */
const body = JSON.stringify({
  setup_done: true,
  import_mode: false,
  import_backend: '',
  system_online_service: false,
})

const wizardAnswer = {
  type: 'object',
  properties: {
    auto_wizard: { type: 'boolean', description: 'Whether a file waits to set the service up.' },
    auto_wizard_success: { type: 'boolean' },
    message: { type: 'string', description: 'Why it failed.' },
    setup_done: { type: 'boolean' },
  },
}

const noWizard: Answer = { body: '{"auto_wizard":false}' }

/** Reports the state of an unattended setup. */
async function setupState(desk: Desk): Promise<Answer> {
  if (await isSetUp(desk.database)) return { body }
  const isWaiting = await readAutoWizard(desk).then((wizard) => wizard !== undefined, isUnreadable)
  return isWaiting ? { body: '{"auto_wizard":true}' } : { body }
}

async function autoWizard(desk: Desk, given: string): Promise<Answer> {
  if (await isSetUp(desk.database)) return noWizard
  try {
    const wizard = await readAutoWizard(desk)
    if (!wizard) return noWizard
    if (!isToken(wizard, given)) return { body: '{"auto_wizard":true,"auto_wizard_success":false}' }
    return (await runAutoWizard(desk, wizard)) ? { body: '{"auto_wizard":true,"auto_wizard_success":true}' } : noWizard
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.status >= 500) throw failure
    const { message } = failure
    return { body: JSON.stringify({ auto_wizard: true, auto_wizard_success: false, message }) }
  }
}

function isUnreadable(failure: unknown): true {
  if (failure instanceof Fault && failure.status < 500) return true
  throw failure
}

const wizardRoute = {
  method: 'GET',
  tag,
  summary: 'Run the unattended setup',
  description: 'Needs a file `auto_wizard.json` in the data folder and its token, and works only before the first use.',
  answer: wizardAnswer,
  throttled: () => '',
} as const

export const startRoutes: readonly OpenRoute[] = [
  {
    method: 'GET',
    path: '/getting_started',
    tag,
    summary: 'Get the state of the setup',
    answer: { anyOf: [started, wizardAnswer] },
    open: setupState,
  },
  {
    ...wizardRoute,
    path: '/getting_started/auto_wizard',
    open: (desk, { query }) => autoWizard(desk, textOf(query, 'token') ?? ''),
  },
  {
    ...wizardRoute,
    path: '/getting_started/auto_wizard/:token',
    open: (desk, { params }) => autoWizard(desk, params['token'] ?? ''),
  },
]
