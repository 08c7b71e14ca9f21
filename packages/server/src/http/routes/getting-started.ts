import { unclaimedAdmin } from '../../setup/first-admin.ts'
import type { Desk } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { hasMoreUsers, readAutoWizard, runAutoWizard, tokenMatches } from '../../setup/auto-wizard.ts'
import { textOf } from '../query.ts'
import { type RouteResponse, noAccount, type OpenRoute } from '../route.ts'

const tag = 'settings'
const stateResponse = {
  type: 'object',
  properties: {
    setup_done: { type: 'boolean' },
    import_mode: { type: 'boolean' },
    import_backend: { type: 'string' },
    system_online_service: { type: 'boolean' },
  },
  required: ['setup_done'],
}

/** The values that never change are for existing Zammad clients. */
const stateBody = (isDone: boolean) =>
  JSON.stringify({ setup_done: isDone, import_mode: false, import_backend: '', system_online_service: false })

const wizardResponse = {
  type: 'object',
  properties: {
    auto_wizard: { type: 'boolean', description: 'True if a file for the unattended setup is waiting.' },
    auto_wizard_success: { type: 'boolean' },
    message: { type: 'string', description: 'The reason for the failure.' },
  },
}

const noWizard: RouteResponse = { body: '{"auto_wizard":false}' }

/**
 * Reports that a file for the unattended setup is waiting, or else whether a person has claimed the account of the first
 * administrator.
 */
async function setupState(desk: Desk): Promise<RouteResponse> {
  const body = stateBody((await unclaimedAdmin(desk.database)) === undefined)
  if (await hasMoreUsers(desk.database)) return { body }
  const isWaiting = await readAutoWizard(desk).then((wizard) => wizard !== undefined, invalidFileIsWaiting)
  return isWaiting ? { body: '{"auto_wizard":true}' } : { body }
}

async function autoWizard(desk: Desk, token: string): Promise<RouteResponse> {
  if (await hasMoreUsers(desk.database)) return noWizard
  try {
    const wizard = await readAutoWizard(desk)
    if (!wizard) return noWizard
    if (!tokenMatches(wizard, token)) return { body: '{"auto_wizard":true,"auto_wizard_success":false}' }
    return (await runAutoWizard(desk, wizard)) ? { body: '{"auto_wizard":true,"auto_wizard_success":true}' } : noWizard
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.status >= 500) throw failure
    const { message } = failure
    return { body: JSON.stringify({ auto_wizard: true, auto_wizard_success: false, message }) }
  }
}

/** Returns true for an invalid file, which counts as waiting: running the setup reports what is wrong with it. */
function invalidFileIsWaiting(failure: unknown): true {
  if (failure instanceof Fault && failure.status < 500) return true
  throw failure
}

const wizardRoute = {
  method: 'GET',
  tag,
  summary: 'Run the unattended setup',
  description:
    'Needs a file `auto_wizard.json` in the data folder and the token in this file. Works only until another user is created.',
  response: wizardResponse,
  throttledBy: noAccount,
} as const

export const startRoutes: readonly OpenRoute[] = [
  {
    method: 'GET',
    path: '/getting_started',
    tag,
    summary: 'Get the state of the setup',
    description:
      '`setup_done` is false until a person has used the link that the service prints when it starts, or there is another administrator. While a file `auto_wizard.json` is waiting, the response is only `{"auto_wizard":true}`.',
    response: { anyOf: [stateResponse, wizardResponse] },
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
