import { type Permission, resources } from '@deskbell/contract'
import { type RunKind, readLog, runKinds, type RunOutcome, runOutcomes } from '../../automation/log.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { type Context, may } from '../../kernel/context.ts'
import { DEFAULT_PAGE_SIZE, listParameters, MAX_PAGE_SIZE } from '../paging.ts'
import { type Query, textOf, wholeNumber } from '../query.ts'
import type { Route } from '../route.ts'

/** The permission that callers need to read entries of a kind. */
const permissions = {
  trigger: 'admin.trigger',
  job: 'admin.scheduler',
  alarm: 'admin.sla',
  webhook: 'admin.webhook',
} as const satisfies Record<RunKind, Permission>

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description })

const entry = {
  title: 'AutomationLogEntry',
  type: 'object',
  properties: {
    kind: { type: 'string', enum: runKinds, description: '`alarm`: a reminder or deadline of a ticket.' },
    id: { type: 'integer', description: 'Unique together with `kind`.' },
    rule_id: nullable('integer', 'Id of the trigger, job or webhook.'),
    name: nullable(
      'string',
      'Name of the trigger or job when it ran, or present name of the webhook; null for an alarm.',
    ),
    event: {
      type: 'string',
      description:
        '`create`, `update`, `escalation`, `job`, ...; for a webhook, the name of the event, such as `ticket.created`, or of the rule that called it.',
    },
    outcome: { type: 'string', enum: runOutcomes, description: '`waiting`: a delivery that has not succeeded yet.' },
    reason: nullable('string', 'Why it failed, or what was left out.'),
    ticket_id: nullable('integer', 'Id of the ticket.'),
    ticket_number: nullable('string', 'Null if the caller may not read the ticket.'),
    ticket_title: nullable('string', 'Null if the caller may not read the ticket.'),
    created_at: { type: 'string', format: 'date-time' },
  },
  required: ['kind', 'id', 'rule_id', 'name', 'event', 'outcome', 'reason', 'ticket_id', 'created_at'],
}

export const automationLogRoute: Route = {
  method: 'GET',
  path: '/automation_log',
  tag: resources.trigger.path,
  summary: 'List what triggers, jobs, alarms and webhooks did',
  description:
    'The runs on all tickets, newest first. Triggers need `admin.trigger`, jobs `admin.scheduler`, alarms `admin.sla`, webhooks `admin.webhook`; without `kind`, the response has what the caller may see.',
  can: Object.values(permissions),
  parameters: [
    ...listParameters.filter(({ name }) => ['page', 'per_page'].includes(name)),
    { name: 'kind', doc: 'Only entries of this kind.', schema: { type: 'string', enum: runKinds } },
    {
      name: 'rule_id',
      doc: 'Only entries of this trigger, job or webhook; needs `kind`.',
      schema: { type: 'integer', minimum: 1 },
    },
    { name: 'outcome', doc: 'Only entries with this result.', schema: { type: 'string', enum: runOutcomes } },
  ],
  response: { type: 'array', items: entry },
  async run(ctx, { query }) {
    const rule = wholeNumber(query, 'rule_id', 1, Number.MAX_SAFE_INTEGER)
    const kind = oneOf<RunKind>(query, 'kind', runKinds)
    if (rule !== undefined && kind === undefined) throw invalid('rule_id', 'rule_id: give the kind, too.')
    const log = await readLog(ctx, {
      kinds: kindsFor(ctx, kind),
      rule,
      outcome: oneOf<RunOutcome>(query, 'outcome', runOutcomes),
      page: wholeNumber(query, 'page', 1, 1_000_000) ?? 1,
      perPage: wholeNumber(query, 'per_page', 1, MAX_PAGE_SIZE) ?? DEFAULT_PAGE_SIZE,
    })
    return { body: JSON.stringify(log) }
  },
}

/** @throws Fault `forbidden` for a kind that the caller may not see. */
function kindsFor({ actor }: Context, kind: RunKind | undefined): readonly RunKind[] {
  if (kind === undefined) return runKinds.filter((candidate) => may(actor, permissions[candidate]))
  if (!may(actor, permissions[kind])) throw new Fault('forbidden')
  return [kind]
}

function oneOf<Value extends string>(query: Query, name: string, values: readonly Value[]): Value | undefined {
  const text = textOf(query, name)
  const value = values.find((candidate) => candidate === text)
  if (text !== undefined && value === undefined) {
    throw invalid(name, `${name}: expected one of ${values.join(', ')}, got ${JSON.stringify(text)}.`)
  }
  return value
}
