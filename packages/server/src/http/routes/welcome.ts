import { resources } from '@deskbell/contract'
import { beginSession } from '../../auth/sessions.ts'
import { invalid } from '../../errors/fault.ts'
import type { Desk } from '../../kernel/context.ts'
import { isLocale } from '../../kernel/locale.ts'
import { isEmail } from '../../resources/user/names.ts'
import { hashOf, type PasswordHash, violatedRules } from '../../resources/user/password.ts'
import { claimFirstAdmin, isFirstAdminToken, linkUsed } from '../../setup/first-admin.ts'
import { nameFirstGroup } from '../../setup/first-group.ts'
import { field, optional } from '../../writing/parts.ts'
import { noAccount, type OpenRoute, type WriteRoute } from '../route.ts'
import { type Checked, openWithBody, withBody } from '../with-body.ts'
import { clientInfoOf, sessionShape, signInResponse } from './sessions.ts'

const { user, group, email_address: emailAddress } = resources
const tag = 'settings'
const token = field({ kind: 'text', max: 200, doc: 'The token in the link.' })
const personParts = {
  token,
  firstname: field({ kind: 'text', max: user.fields.firstname.max, default: '' }),
  lastname: field({ kind: 'text', max: user.fields.lastname.max, default: '' }),
  email: field({ kind: 'text', max: user.fields.email.max, doc: 'The address, which is also the login.' }),
  password: field({ kind: 'text', max: 1000 }),
  locale: optional(field({ kind: 'text', max: 20, doc: 'Language, such as `en-us`.' })),
}
const groupParts = {
  name: field({ kind: 'text', max: group.fields.name_last.max, doc: 'The new name of the first group.' }),
  email: optional(field({ kind: 'text', max: emailAddress.fields.email.max, doc: 'The address of its mails.' })),
  realname: optional(
    field({
      kind: 'text',
      max: emailAddress.fields.name.max,
      doc: 'The name that recipients see; defaults to `name`.',
    }),
  ),
}

/** The steps of the first run that set up the administrator, with the link that the service prints when it starts. */
export const welcomeRoutes: readonly OpenRoute[] = [
  openWithBody(
    { token },
    {
      method: 'POST',
      path: '/getting_started/token',
      tag,
      summary: 'Check the link for the first administrator',
      response: { type: 'object', properties: { valid: { type: 'boolean' } }, required: ['valid'] },
      throttledBy: noAccount,
      open: async (desk, { body }) => ({ body: JSON.stringify({ valid: await isFirstAdminToken(desk, body.token) }) }),
    },
  ),
  openWithBody(personParts, {
    method: 'POST',
    path: '/getting_started/admin',
    tag,
    summary: 'Set up the first administrator',
    description:
      'Needs the token of the link that the service prints when it starts, which works once. Gives the first administrator this name, address and password, and signs in.',
    status: 201,
    refuses: [403],
    response: sessionShape,
    throttledBy: noAccount,
    open: becomeAdmin,
  }),
]

/** The step of the first run that names the first group. */
export const firstGroupRoute: WriteRoute = withBody(groupParts, {
  method: 'POST',
  path: '/getting_started/group',
  tag,
  summary: 'Rename the first group',
  description: 'Renames the oldest active group and, with `email`, gives it a sender address.',
  can: ['admin'],
  status: 201,
  response: {
    type: 'object',
    properties: { group_id: { type: 'integer' }, email_address_id: { type: ['integer', 'null'] } },
    required: ['group_id', 'email_address_id'],
  },
  write: (_, { body }) => {
    const email = body.email?.trim().toLowerCase() ?? ''
    if (email !== '' && !isEmail(email)) throw invalid('email', `Invalid email '${email.slice(0, 254)}'`)
    return async (ctx) => ({ status: 201, body: JSON.stringify(await nameFirstGroup(ctx, { ...body, email })) })
  },
})

async function becomeAdmin(desk: Desk, { body, ...input }: Checked<typeof personParts>) {
  // Hashing is expensive, so the token is checked before it, and again inside the transaction.
  if (!(await isFirstAdminToken(desk, body.token))) throw linkUsed()
  const email = body.email.trim().toLowerCase()
  if (!isEmail(email)) throw invalid('email', `Invalid email '${email.slice(0, 254)}'`)
  if (body.locale !== undefined && !isLocale(body.locale))
    throw invalid('locale', 'locale: expected a language such as en-us.')
  const [weak] = violatedRules(body.password)
  if (weak !== undefined) throw invalid('password', weak)
  const password = (await hashOf(body.password)) as PasswordHash
  const { firstname = '', lastname = '', locale } = body
  const login = await claimFirstAdmin(desk, body.token, { firstname, lastname, email, locale, password })
  return signInResponse(desk, login.user, await beginSession(desk, login, clientInfoOf(input)))
}
