import { resources } from '@deskbell/contract'
import { probeAccount } from '../../channels/probe.ts'
import type { Context } from '../../kernel/context.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { emailInbound, emailOutbound } from '../../resources/channel/email.ts'
import { anything, described, optional, readParts, shape } from '../../writing/parts.ts'
import { idIn } from '../query.ts'
import type { Input, Route } from '../route.ts'

const { channel } = resources

// `probeAccount` checks the options, because it knows the secrets of the stored account.
const parts = {
  inbound: described('Options of receiving.', optional(anything(emailInbound.schema))),
  outbound: described('Options of sending.', optional(anything(emailOutbound.schema))),
}

const result = {
  type: ['object', 'null'],
  properties: {
    ok: { type: 'boolean' },
    error: { type: ['string', 'null'], description: 'The reason for the failure, as a sentence.' },
    folders: { type: 'array', items: { type: 'string' }, description: 'The folders of the mailbox.' },
    messages: { type: ['integer', 'null'], description: 'Number of mails in the folder that would be read.' },
    unread: { type: ['integer', 'null'], description: 'Number of unread mails in this folder.' },
  },
  required: ['ok', 'error', 'folders', 'messages', 'unread'],
}

const common = {
  method: 'POST',
  tag: channel.path,
  can: ['admin.channel_email'],
  body: shape(parts).schema,
  response: {
    title: 'MailAccountTest',
    type: 'object',
    description: 'The result of each direction; null for one that was not tested.',
    properties: { inbound: result, outbound: result },
    required: ['inbound', 'outbound'],
  },
} as const

const description =
  'Signs in to the mailbox and to the mail server; for `smtp` and `lmtp` in `inbound`, opens the port for a moment. Receives, sends and saves nothing. The status is 200 even if the test fails; `ok` and `error` contain the result.'

const probe = async (ctx: Context, id: number | undefined, { query }: Input) => ({
  body: JSON.stringify(await probeAccount(ctx, id, readParts(parts, query))),
})

/** Tests of mail accounts, before or after they are saved. */
export const channelRoutes: readonly Route[] = [
  {
    ...common,
    path: `/${channel.path}/test`,
    summary: 'Check the options of a mail account that is not saved',
    description,
    run: (ctx, input) => probe(ctx, undefined, input),
  },
  {
    ...common,
    path: `/${channel.path}/:id/test`,
    summary: 'Check a mail account',
    description: `${description} Options in the body replace those of the stored account; masks stand for its secrets.`,
    async run(ctx, input) {
      const id = idIn(input.params['id'] ?? '', channel.model)
      await requireReadable(ctx, channel, id)
      return probe(ctx, id, input)
    },
  },
]
