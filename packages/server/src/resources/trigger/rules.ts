import { resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { Context, FieldValues, Rules } from '../../kernel/context.ts'
import { bindForJobs, bindForTriggers, boundCondition } from '../../search/condition.ts'
import { parseEffect } from '../macro/perform.ts'
import { checkEffect } from './check-effect.ts'
import { settingOf } from '../../kernel/settings.ts'
import { isZone } from '../../kernel/zone.ts'
import { sanitized } from '../values.ts'
import { nextRun } from './timeplan.ts'

/** Validates condition, actions and time zone of a trigger or job. @throws Fault `invalid`. */
export async function checkRule(
  ctx: Context,
  kind: 'Trigger' | 'Job',
  { condition, perform, timezone }: FieldValues,
): Promise<void> {
  const special = kind === 'Trigger' ? bindForTriggers : bindForJobs
  if (condition !== undefined) boundCondition(ctx, resources.ticket, condition, { special })
  if (perform !== undefined) await checkEffect(ctx, parseEffect(ctx, perform))
  if (typeof timezone === 'string' && timezone !== '' && timezone !== 'system' && !isZone(timezone)) {
    throw invalid('timezone', `timezone: there is no zone "${timezone.slice(0, 60)}".`)
  }
}

export const triggerRules: Rules = {
  async derive(ctx, { values }) {
    await checkRule(ctx, 'Trigger', values)
    return sanitized(values, 'note')
  },
}

/** The rules of jobs, which also store the time of the next run. */
export const jobRules: Rules = {
  async derive(ctx, { before, values }) {
    await checkRule(ctx, 'Job', values)
    const after = { ...before, ...values }
    const zone = await settingOf(ctx, 'timezone_default')
    const next = nextRun((after['timeplan'] ?? {}) as FieldValues, new Date(ctx.now), zone)
    return { ...sanitized(values, 'note'), next_run_at: after['active'] === false ? null : (next ?? null) }
  },
}
