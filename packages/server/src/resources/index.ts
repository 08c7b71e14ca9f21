import { everyone } from '../kernel/scope.ts'
import type { Slice } from '../kernel/context.ts'
import { articleSlice } from './article/scope.ts'
import {
  checklistItemSlice,
  checklistSlice,
  checklistTemplateItemSlice,
  checklistTemplateSlice,
} from './checklist/scope.ts'
import { groupSlice, roleSlice } from './group/scope.ts'
import { linkSlice } from './link/scope.ts'
import { macroSlice, textModuleSlice } from './macro/scope.ts'
import { mentionSlice } from './mention/scope.ts'
import { notificationSlice } from './online_notification/scope.ts'
import { objectAttributeSlice } from './object_attribute/slice.ts'
import { organizationSlice } from './organization/scope.ts'
import { overviewSlice } from './overview/scope.ts'
import { holders } from './scopes.ts'
import { sharedDraftStartSlice, sharedDraftZoomSlice } from './shared_draft/scope.ts'
import { emailAddressRules, signatureRules } from './signature/rules.ts'
import { calendarRules, slaRules } from './sla/rules.ts'
import { ticketSlice } from './ticket/scope.ts'
import { oneUsual } from './ticket/usual.ts'
import { timeAccountingSlice, timeAccountingTypeSlice } from './time_accounting/scope.ts'
import { jobRules, triggerRules } from './trigger/rules.ts'
import { avatarSlice, tokenSlice } from './user/own.ts'
import { userSlice } from './user/scope.ts'
import { webhookSlice } from './webhook/scope.ts'

/** What the service knows of each resource that can be read from outside. "Everyone" has to be said. */
export const slices = {
  ticket: ticketSlice,
  article: articleSlice,
  user: userSlice,
  organization: organizationSlice,
  group: groupSlice,
  role: roleSlice,
  ticket_state: { listScope: everyone, rules: oneUsual('ticket_state') },
  ticket_priority: { listScope: everyone, rules: oneUsual('ticket_priority') },
  ticket_state_type: { listScope: everyone },
  article_type: { listScope: everyone },
  article_sender: { listScope: everyone },
  permission: { listScope: everyone },
  tag: { listScope: everyone },
  link: linkSlice,
  link_type: { listScope: everyone },
  mention: mentionSlice,
  online_notification: notificationSlice,
  avatar: avatarSlice,
  token: tokenSlice,
  object_attribute: objectAttributeSlice,
  attachment: { listScope: articleSlice.attachments },
  macro: macroSlice,
  text_module: textModuleSlice,
  template: { listScope: holders('ticket.agent', 'admin.template') },
  overview: overviewSlice,
  signature: { listScope: holders('ticket.agent', 'admin.channel_email'), rules: signatureRules },
  email_address: { listScope: holders('ticket.agent', 'admin.channel_email'), rules: emailAddressRules },
  calendar: { listScope: holders('admin.calendar'), rules: calendarRules },
  sla: { listScope: holders('admin.sla'), rules: slaRules },
  trigger: { listScope: holders('admin.trigger'), rules: triggerRules },
  job: { listScope: holders('admin.scheduler'), rules: jobRules },
  webhook: webhookSlice,
  time_accounting: timeAccountingSlice,
  time_accounting_type: timeAccountingTypeSlice,
  checklist: checklistSlice,
  checklist_item: checklistItemSlice,
  checklist_template: checklistTemplateSlice,
  checklist_template_item: checklistTemplateItemSlice,
  shared_draft_start: sharedDraftStartSlice,
  shared_draft_zoom: sharedDraftZoomSlice,
} satisfies Record<string, Slice>
