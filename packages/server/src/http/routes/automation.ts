/** Routes that explain rules: trials of triggers, jobs and macros, and the trace of what rules did to a ticket. */
import { may, type Context, type FieldValues } from '../../kernel/context.ts'
import { type Resource, resources } from '@deskbell/contract'
import { storedRule, tryRule, type TriedRule } from '../../automation/dry-run.ts'
import { explainedTraces } from '../../automation/explain.ts'
import { prepareTrial } from '../../automation/macro-trial.ts'
import { checkRule } from '../../resources/trigger/rules.ts'
import type { Parts } from '../../kernel/schema.ts'
import { anything, field, list, optional, readParts, shape } from '../../writing/parts.ts'
import { idIn } from '../query.ts'
import { type Input, type Route, signedIn, type WriteRoute } from '../route.ts'
import { withBody } from '../with-body.ts'
import { requireTicketAsAgent } from './ticket-as-agent.ts'

const { trigger, job, macro } = resources

const object = (doc: string) => anything({ type: 'object', description: doc })

const shared = {
  name: optional(field(trigger.fields.name)),
  localization: optional(field(trigger.fields.localization)),
  timezone: optional(field(trigger.fields.timezone)),
}
const newRuleParts = {
  ...shared,
  condition: object(trigger.fields.condition.doc ?? ''),
  perform: object(trigger.fields.perform.doc ?? ''),
}
const changedRuleParts = {
  ...shared,
  condition: optional(object(trigger.fields.condition.doc ?? '')),
  perform: optional(object(trigger.fields.perform.doc ?? '')),
}
const triggerParts = {
  activator: optional(field(trigger.fields.activator)),
  execution_condition_mode: optional(field(trigger.fields.execution_condition_mode)),
}

const effects = {
  type: 'object',
  properties: {
    ticket_id: { type: 'integer' },
    number: { type: 'string' },
    title: { type: 'string' },
    event: { type: ['string', 'null'], description: 'The event on which the rule would act; null for a job.' },
    changes: { type: 'object', description: 'Old (`from`) and new (`to`) values by attribute.' },
    articles: { type: 'array', items: { type: 'object' }, description: 'Notes and mails that would be written.' },
    deleted: { type: 'boolean', description: 'True if the ticket would be deleted.' },
    remarks: {
      type: 'array',
      items: { type: 'string' },
      description: 'Sentences about other effects, and about what would be left out or fail.',
    },
  },
}

const { event: _, ...macroEffects } = effects.properties

const trial = {
  type: 'object',
  properties: {
    tried: { type: 'integer', description: 'Number of tickets that were tried: at most the newest 1,000.' },
    matched: { type: 'integer', description: 'Number of tickets on which the rule would act.' },
    tickets: { type: 'array', items: effects, description: 'The first 100 of them that the caller may read.' },
  },
  required: ['tried', 'matched', 'tickets'],
}

const respondWithTrial = async (ctx: Context, kind: TriedRule['kind'], row: FieldValues) => {
  await checkRule(ctx, kind, row)
  return { body: JSON.stringify(await tryRule(ctx, { kind, row })) }
}

const description =
  'Changes nothing. The rule is tried on tickets with their present values: a trigger on the creation and the last change of each ticket or, with the activator `time`, on its reminder and its deadline; a job without an event.'

function trialsOf(resource: Resource, kind: TriedRule['kind'], parts: Parts): Route[] {
  const common = { method: 'POST', tag: resource.path, can: resource.can.update ?? signedIn, response: trial } as const
  const newParts = { ...newRuleParts, ...parts }
  const changedParts = { ...changedRuleParts, ...parts }
  const noun = resource.name
  return [
    {
      ...common,
      path: `/${resource.path}/try`,
      summary: `Check what a ${noun} that is not saved would do`,
      description,
      body: shape(newParts).schema,
      run: (ctx, { query }) => respondWithTrial(ctx, kind, readParts(newParts, query) as FieldValues),
    },
    {
      ...common,
      path: `/${resource.path}/:id/try`,
      summary: `Check what a ${noun} would do`,
      description: `${description} Attributes in the body replace those of the stored ${noun}.`,
      body: shape(changedParts).schema,
      async run(ctx, { params, query }: Input) {
        const stored = await storedRule(ctx, resource, idIn(params['id'] ?? '', resource.model))
        return respondWithTrial(ctx, kind, { ...stored, ...(readParts(changedParts, query) as FieldValues) })
      },
    },
  ]
}

const entry = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    event: {
      type: 'object',
      properties: {
        type: { type: 'string', description: '`create`, `update`, `escalation`, `job`, ...' },
        article_id: { type: ['integer', 'null'] },
        user_id: { type: 'integer', description: 'The user who caused the event.' },
        changed: { type: 'array', items: { type: 'string' }, description: 'The columns that changed.' },
      },
    },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'Id of the trigger or job.' },
          name: { type: 'string' },
          outcome: { type: 'string', enum: ['ran', 'did not match', 'not concerned', 'failed'] },
          line: {
            type: 'string',
            description: 'Path of the comparison that decided, such as `condition.ticket.priority_id`.',
          },
          reason: {
            type: 'string',
            description: 'Why the rule failed or did not run, or what it skipped; a sentence on each line.',
          },
          needs: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                kind: { type: 'string', enum: ['event', 'change', 'article', 'value'] },
                name: { type: 'string', description: 'The type of the event, or the attribute.' },
                value: { type: 'string' },
                label: { type: 'string', description: 'The name of the record whose id is the value.' },
              },
              required: ['kind', 'name'],
            },
            description:
              'Alternatives of which an event must meet one to concern the rule; `reason` says the same in English.',
          },
        },
        required: ['id', 'name', 'outcome'],
      },
    },
  },
  required: ['id', 'created_at', 'event', 'results'],
}

const macroParts = {
  perform: object(macro.fields.perform.doc ?? ''),
  group_ids: optional(list(field({ kind: 'integer' }), { max: 1000 })),
  number: field({ kind: 'text', max: 60, doc: 'Number of the ticket.' }),
}

const macroTrial = withBody(macroParts, {
  method: 'POST',
  path: `/${macro.path}/try`,
  tag: macro.path,
  summary: 'Check what a macro would change on a ticket',
  description: 'Changes nothing. The macro need not be saved, and is tried with the rights of the caller.',
  can: ['admin.macro'],
  response: { ...effects, properties: macroEffects },
  async write(ctx, { body: { perform, group_ids: groups = [], number } }) {
    const run = await prepareTrial(ctx, { perform, groups }, number)
    return async (writing) => ({ body: JSON.stringify(await run(writing)) })
  },
})

export const automationRoutes: readonly (Route | WriteRoute)[] = [
  macroTrial,
  ...trialsOf(trigger, 'Trigger', triggerParts),
  ...trialsOf(job, 'Job', {}),
  {
    method: 'GET',
    path: '/tickets/:id/trace',
    tag: 'tickets',
    summary: 'Explain what triggers and jobs did to a ticket',
    description:
      'The last 50 events, newest first, with the rules that ran. Callers with `admin.trigger` also get those that failed or did not run, and why.',
    can: ['ticket.agent'],
    response: { type: 'array', items: entry },
    async run(ctx, { params }) {
      const id = await requireTicketAsAgent(ctx, params['id'])
      return { body: JSON.stringify(await explainedTraces(ctx, id, may(ctx.actor, 'admin.trigger'))) }
    },
  },
]
