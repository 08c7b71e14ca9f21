import {
  amountOf,
  isMonitoringToken,
  issuesOf,
  newMonitoringToken,
  restartFailedJobs,
  statusOf,
} from '../../upkeep/monitoring.ts'
import { lastBackup } from '../../upkeep/last-backup.ts'
import { textOf, wholeNumber } from '../query.ts'
import type { Input, Parameter, Route, WriteRoute } from '../route.ts'

const token: Parameter = {
  name: 'token',
  doc: 'Monitoring token, used instead of credentials.',
  schema: { type: 'string' },
}
const bound = (name: (typeof bounds)[number]): Parameter => {
  const [side, state] = name.split('_')
  const doc = `The state is \`${state}\` with ${side === 'min' ? 'this number of tickets or fewer' : 'more tickets than this'}.`
  return { name, doc, schema: { type: 'integer', minimum: 0 } }
}
const backup = {
  title: 'LastBackup',
  type: 'object',
  properties: {
    created_at: { type: 'string', format: 'date-time', description: 'Time of the snapshot.' },
    file: { type: 'string', description: 'Path on the machine where the command ran.' },
    bytes: { type: 'integer' },
    stored_files: { type: 'integer' },
    lost_files: {
      type: 'integer',
      description: 'Stored files that are missing from the backup, because they were lost or damaged.',
    },
    checked_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'The time at which `deskbell check --backup` last found no problem in it.',
    },
  },
  required: ['created_at', 'file', 'bytes', 'stored_files', 'lost_files', 'checked_at'],
}
const bounds = ['min_warning', 'min_critical', 'max_warning', 'max_critical'] as const
const can = ['admin.monitoring'] as const
const tag = 'monitoring'
const key: NonNullable<Route['key']> = (desk, { query }) => isMonitoringToken(desk, query['token'])

const texts = { type: 'array', items: { type: 'string' } }

export const monitoringRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/monitoring/health_check',
    tag,
    summary: 'Check the health of the service',
    description: 'The status is 200 even if there are problems; `healthy` and `issues` contain the result.',
    can,
    key,
    parameters: [token],
    response: {
      title: 'Health',
      type: 'object',
      properties: {
        healthy: { type: 'boolean' },
        message: { type: 'string' },
        issues: texts,
        actions: { ...texts, description: 'Always empty; included for clients that read it.' },
      },
      required: ['healthy', 'message', 'issues', 'actions'],
    },
    async run(ctx) {
      const issues = await issuesOf(ctx.desk)
      const healthy = issues.length === 0
      return { body: JSON.stringify({ healthy, message: healthy ? 'success' : issues.join(';'), issues, actions: [] }) }
    },
  },
  {
    method: 'GET',
    path: '/monitoring/status',
    tag,
    summary: 'Get the numbers of users, groups, overviews, tickets, articles and text modules',
    description: 'Also returns when the newest record of each kind was created.',
    can,
    key,
    parameters: [token],
    response: {
      title: 'Status',
      type: 'object',
      properties: {
        counts: { type: 'object', additionalProperties: { type: 'integer' } },
        last_created_at: { type: 'object' },
        last_login: { type: ['string', 'null'] },
        agents: { type: 'integer' },
      },
      required: ['counts', 'last_created_at', 'last_login', 'agents'],
    },
    run: async ({ desk }) => ({ body: JSON.stringify(await statusOf(desk)) }),
  },
  {
    method: 'GET',
    path: '/monitoring/backup',
    tag,
    summary: 'Get the last backup',
    description:
      'The last backup that `deskbell backup` has written while a service worked on the desk; copies by other programs are not known.',
    can,
    key,
    parameters: [token],
    response: {
      type: 'object',
      properties: { backup: { anyOf: [backup, { type: 'null' }] } },
      required: ['backup'],
    },
    run: async ({ db }) => ({ body: JSON.stringify({ backup: (await lastBackup(db)) ?? null }) }),
  },
  {
    method: 'GET',
    path: '/monitoring/amount_check',
    tag,
    summary: 'Check the number of new tickets',
    description: 'Counts the tickets created within a period and compares the count with the given thresholds.',
    can,
    key,
    parameters: [
      token,
      // Spelled as existing Zammad clients send it.
      { name: 'periode', doc: 'Length of the period, such as `30m` or `1h`.', schema: { type: 'string' } },
      ...bounds.map(bound),
    ],
    response: {
      title: 'Amount',
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['ok', 'warning', 'critical'] },
        message: { type: 'string' },
        count: { type: 'integer' },
      },
      required: ['state', 'message', 'count'],
    },
    run: async ({ desk }, { query }) => ({
      body: JSON.stringify(await amountOf(desk, textOf(query, 'periode'), boundsIn(query))),
    }),
  },
  {
    method: 'POST',
    path: '/monitoring/token',
    tag,
    summary: 'Create a monitoring token',
    description: 'Returns the token once and revokes the previous one.',
    can,
    status: 201,
    response: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
    write: () => async (ctx) => ({ body: JSON.stringify({ token: await newMonitoringToken(ctx) }), status: 201 }),
  },
  {
    method: 'POST',
    path: '/monitoring/restart_failed_jobs',
    tag,
    summary: 'Reset jobs that hang',
    description: 'Ends the runs of all jobs that are running. The jobs run again at their next times.',
    can,
    key,
    parameters: [token],
    response: { type: 'object', maxProperties: 0 },
    write: () => async (ctx) => {
      await restartFailedJobs(ctx)
      return { body: '{}' }
    },
  },
]

const boundsIn = (query: Input['query']) =>
  Object.fromEntries(bounds.map((name) => [name, wholeNumber(query, name, 0, Number.MAX_SAFE_INTEGER)]))
