import { subscriptionOf, unsubscribe } from '../../channels/service-mail/unsubscribe.ts'
import { Fault } from '../../errors/fault.ts'
import { noAccount, type OpenRoute } from '../route.ts'

/** The address in the header `List-Unsubscribe` of service mails. */
const shared = {
  path: '/unsubscribe/:token',
  tag: 'users',
  // Tokens cannot be guessed, but each attempt costs a look-up.
  throttledBy: noAccount,
} as const

const WRONG_LINK =
  'This link to turn off mails is not valid. Take the whole link from the latest mail, or change your notifications in your account.'

export const unsubscribeRoutes: readonly OpenRoute[] = [
  {
    ...shared,
    method: 'GET',
    summary: 'Get the page to unsubscribe from mails',
    description:
      'Changes nothing: redirects to a page that asks for confirmation, because some mail programs open the address by themselves.',
    response: 'text/plain',
    open: (_, { params }) => ({
      body: '',
      status: 303,
      headers: { location: `/unsubscribe/${encodeURIComponent(params['token'] ?? '')}`, 'content-type': 'text/plain' },
    }),
  },
  {
    ...shared,
    method: 'POST',
    summary: 'Unsubscribe from mails',
    description:
      'Turns off the mails about one kind of event, or the daily digest, for the user that the token names. Mail programs send this request (RFC 8058).',
    takes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
    response: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    async open(desk, { params }) {
      const subscription = await subscriptionOf(desk, params['token'] ?? '')
      if (!subscription) throw new Fault('not_found', WRONG_LINK)
      await unsubscribe(desk, subscription)
      return { body: '{"message":"ok"}' }
    },
  },
]
