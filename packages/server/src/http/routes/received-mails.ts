import { resources } from '@deskbell/contract'
import { retryReceivedMail } from '../../channels/intake/retry.ts'
import { invalid } from '../../errors/fault.ts'
import { representOne, requireReadable } from '../../kernel/read-records.ts'
import { receivedMail, decisionsAbout, mailsInState, mailStates } from '../../resources/received_mail/reads.ts'
import { field } from '../../writing/parts.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { idIn, textOf } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'
import { withBody } from '../with-body.ts'
import { listRoute } from './reads.ts'
import { readableId } from './writes.ts'

const { article, received_mail: mail } = resources
const can = ['admin.channel_email'] as const
const list = listRoute(mail)

/** Maximum length of an edited mail, in characters. */
const MAX_RAW = 20_000_000

const retryParts = {
  raw: field({
    kind: 'text',
    max: MAX_RAW,
    null: true,
    doc: 'The whole message that replaces the received one, as text with one character for each byte (Latin-1).',
  }),
}

/** The mails that have arrived, those that wait for a decision (the quarantine), and how a mail became an article. */
export const receivedMailRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...list,
    description: 'With `state`, only mails in this state: at most the newest 1,000.',
    parameters: [
      ...(list.parameters ?? []),
      { name: 'state', doc: 'Only mails in this state.', schema: { type: 'string', enum: mailStates } },
    ],
    async run(ctx, input) {
      const { state: _, ...query } = input.query
      const state = textOf(input.query, 'state')
      if (state === undefined) return list.run(ctx, { ...input, query })
      if (!mailStates.some((mailState) => mailState === state)) {
        throw invalid('state', `state: expected one of ${mailStates.join(', ')}, got ${JSON.stringify(state)}.`)
      }
      return list.run(ctx, { ...input, query: { ...query, ids: await mailsInState(ctx, state) } })
    },
  },
  {
    method: 'GET',
    path: `/${mail.path}/:id/raw`,
    tag: mail.path,
    summary: 'Download a received mail',
    description: 'The original bytes, in any state of the mail.',
    can,
    response: 'message/rfc822',
    async run(ctx, { params }) {
      const id = idIn(params['id'] ?? '', mail.model)
      await requireReadable(ctx, mail, id)
      const { body, size } = await ctx.desk.files.open((await receivedMail(ctx.db, id)).sha256)
      return {
        body,
        headers: {
          'content-type': 'message/rfc822',
          'content-length': String(size),
          'content-disposition': `attachment; filename="received-mail-${id}.eml"`,
          'content-security-policy': "default-src 'none'; sandbox",
        },
      }
    },
  },
  withBody(retryParts, {
    method: 'POST',
    path: `/${mail.path}/:id/retry`,
    tag: mail.path,
    summary: 'Process a received mail again',
    description:
      'For a mail that is `quarantined`, `ignored` or `duplicate`, for example after a filter or the mail itself has been corrected. An edited mail becomes a record of its own, which the response shows; the original is kept.',
    can,
    response: recordSchema(mail),
    conditional: true,
    async write({ desk }, { body, ...input }) {
      const edited = typeof body.raw === 'string' ? await desk.files.put(Buffer.from(body.raw, 'latin1')) : undefined
      return async (ctx) => {
        const id = await retryReceivedMail(ctx, await readableId(ctx, mail, input), edited)
        return { body: await representOne(ctx, mail, id, { mode: 'written' }) }
      }
    },
  }),
  {
    method: 'GET',
    path: '/ticket_articles/:id/received_mail',
    tag: 'ticket_articles',
    summary: 'Explain where a mail came from and why it is in its ticket',
    description:
      'The decisions in their order, for agents of the ticket. 404 for an article that did not arrive by mail.',
    can: ['ticket.agent'],
    response: {
      title: 'MailDecisions',
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'Id of the received mail.' },
        via: { type: 'string' },
        reason: { type: ['string', 'null'] },
        steps: {
          type: 'array',
          items: {
            type: 'object',
            properties: { step: { type: 'string' }, result: { type: 'string' } },
            required: ['step', 'result'],
          },
        },
        authentication: { type: 'object' },
        envelope_to: { type: 'object' },
        created_at: { type: 'string', format: 'date-time' },
      },
      required: ['id', 'via', 'reason', 'steps', 'authentication', 'envelope_to', 'created_at'],
    },
    async run(ctx, { params }) {
      const id = idIn(params['id'] ?? '', article.model)
      await requireReadable(ctx, article, id)
      return { body: JSON.stringify(await decisionsAbout(ctx, id)) }
    },
  },
]
