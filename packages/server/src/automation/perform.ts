/** Carries out the actions of a rule on a ticket. */
import { resources, systemUser } from '@deskbell/contract'
import type { FieldValues, WriteContext } from '../kernel/context.ts'
import { isZone } from '../kernel/zone.ts'
import { settingOf } from '../kernel/settings.ts'
import { senders, types } from '../resources/article/kinds.ts'
import { articleBody } from '../resources/article/prepare.ts'
import { applyRule } from '../resources/macro/apply.ts'
import { type Effect, parseEffect } from '../resources/macro/perform.ts'
import { render } from '../templates/render.ts'
import type { Records } from '../templates/values.ts'
import { sanitizeHtml } from '../text/sanitize.ts'
import { create } from '../writing/write.ts'
import { ticketRow } from './deadlines.ts'
import type { TicketEvent } from './events.ts'
import { wouldSendForbiddenReply, articleOfEvent, sendNotification } from './notifications.ts'
import type { RuleRun } from './rule-run.ts'
import type { Rule } from './rule.ts'

/**
 * Carries out the actions of a rule: first all changes of the ticket in one write, then the notes, then the notifications.
 * @returns sentences about the actions that were skipped.
 * @throws Fault if the changes of the ticket are invalid.
 */
export async function perform(
  ctx: WriteContext,
  rule: Rule,
  event: Pick<TicketEvent, 'ticket' | 'article' | 'user' | 'eventId'>,
  row: FieldValues,
): Promise<string[]> {
  const ruleCtx: WriteContext = { ...ctx, by: systemUser, source: rule.source }
  const records: Records = { ctx: ruleCtx, ticket: event.ticket, article: event.article, user: event.user }
  const run: RuleRun = {
    ctx: ruleCtx,
    rule,
    row,
    records,
    style: await styleOf(ruleCtx, rule),
    eventId: event.eventId,
  }
  // `current_user` in an action is the user who caused the event.
  const asUser = { ...ruleCtx, actor: { ...ruleCtx.actor, id: event.user } }
  const effect = parseEffect(asUser, await fillPlaceholders(run))
  const article = effect.notifications.length === 0 ? undefined : await articleOfEvent(run)
  if (wouldSendForbiddenReply(effect, article)) return ['The mail forbids automatic replies, so nothing was done.']
  await applyRule(ruleCtx, row, effect)
  return effect.isDeletion ? [] : addNotesAndNotify(run, effect, article)
}

/** Adds the notes and sends the notifications of a rule; they show the ticket after its changes. */
async function addNotesAndNotify(run: RuleRun, effect: Effect, article: FieldValues | undefined): Promise<string[]> {
  for (const note of effect.articles) await addNote(run, note)
  if (effect.notifications.length === 0) return []
  const updatedRun = { ...run, row: (await ticketRow(run.ctx, run.records.ticket)) ?? run.row }
  const skipped: string[] = []
  for (const notification of effect.notifications) {
    skipped.push(...(await sendNotification(updatedRun, notification, article)))
  }
  return skipped
}

/** Returns the locale and time zone for the texts of a rule: those of the rule, or else those of the desk. */
async function styleOf(ctx: WriteContext, { localization, timezone }: Rule): Promise<RuleRun['style']> {
  return {
    locale: isLocale(localization) ? localization : await settingOf(ctx, 'locale_default'),
    zone: timezone !== null && isZone(timezone) ? timezone : await settingOf(ctx, 'timezone_default'),
  }
}

const isLocale = (name: string | null): name is string => name !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(name)

/** Fills the placeholders in the actions: as plain text in attributes and subjects of mails, as HTML in notes and bodies. */
async function fillPlaceholders({ rule, records, style }: RuleRun): Promise<FieldValues> {
  const filled: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(rule.perform)) {
    filled[key] = await fillValue(value, (name, text) => {
      const isHtml = key.startsWith('article.') || name === 'body'
      return render(text, records, { ...style, output: isHtml ? 'html' : 'text' })
    })
  }
  return filled
}

async function fillValue(value: unknown, fill: (name: string, text: string) => Promise<string>): Promise<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(async ([name, text]): Promise<[string, unknown]> => [
    name,
    typeof text === 'string' ? await fill(name, text) : text,
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Adds a note whose sender is the service. */
async function addNote({ ctx, row, rule }: RuleRun, note: Effect['articles'][number]): Promise<void> {
  const values = {
    ...note,
    body: sanitizeHtml(note['body'] as string),
    type_id: types.note,
    sender_id: senders.system,
    preferences: { perform_origin: rule.source.type.toLowerCase(), notification: true },
  }
  // `type_id` replaces the name of the type that actions contain.
  const { type: _, ...columns } = values as FieldValues
  await create(ctx, resources.article, articleBody({ values: columns, files: [], mentioned: [] }, row['id']))
}
