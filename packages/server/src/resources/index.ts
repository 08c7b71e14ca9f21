import type { Slice } from '../kernel/context.ts'
import { allRows } from '../kernel/scope.ts'
import { articleRules } from './article/rules.ts'
import { articleScopes, attachmentScope } from './article/scope.ts'
import { channelRules } from './channel/rules.ts'
import { checklistItemRules, checklistRules, checklistTemplateRules } from './checklist/rules.ts'
import {
  checklistItemScopes,
  checklistScopes,
  checklistTemplateItemScopes,
  checklistTemplateScopes,
} from './checklist/scope.ts'
import { dataPrivacyTaskRules } from './data_privacy_task/rules.ts'
import { draftRules } from './draft/rules.ts'
import { draftScopes } from './draft/scope.ts'
import { groupRules, roleRules } from './group/rules.ts'
import { groupScopes, roleScopes } from './group/scope.ts'
import { linkScopes } from './link/scope.ts'
import { macroRules, textModuleRules } from './macro/rules.ts'
import { macroScopes, textModuleScopes } from './macro/scope.ts'
import { mentionScopes } from './mention/scope.ts'
import { notificationScopes } from './online_notification/scope.ts'
import { objectAttributeSlice } from './object_attribute/slice.ts'
import { outboxMessageScopes } from './outbox_message/scope.ts'
import { organizationRules } from './organization/rules.ts'
import { organizationScopes } from './organization/scope.ts'
import { overviewRules, savedViewRules } from './overview/rules.ts'
import { overviewScopes } from './overview/scope.ts'
import { forPermission } from './scopes.ts'
import { postmasterFilterRules } from './postmaster_filter/rules.ts'
import { receivedMailRules } from './received_mail/rules.ts'
import { sharedDraftStartRules, sharedDraftZoomRules } from './shared_draft/rules.ts'
import { sharedDraftStartScopes, sharedDraftZoomScopes } from './shared_draft/scope.ts'
import { emailAddressRules, signatureRules } from './signature/rules.ts'
import { calendarRules, slaRules } from './sla/rules.ts'
import { ticketRules } from './ticket/rules.ts'
import { ticketScopes } from './ticket/scope.ts'
import { singleDefault } from './ticket/single-default.ts'
import { timeAccountingRules } from './time_accounting/rules.ts'
import { timeAccountingScopes, timeAccountingTypeScopes } from './time_accounting/scope.ts'
import { jobRules, triggerRules } from './trigger/rules.ts'
import { avatarScopes, savedViewScopes, tokenScopes } from './user/own.ts'
import { userRules } from './user/rules.ts'
import { userScopes } from './user/scope.ts'
import { webhookRules } from './webhook/rules.ts'
import { webhookScopes } from './webhook/scope.ts'

/** The slice of each resource that the API serves. */
export const slices = {
  ticket: { ...ticketScopes, rules: ticketRules },
  article: { ...articleScopes, rules: articleRules },
  user: { ...userScopes, rules: userRules },
  organization: { ...organizationScopes, rules: organizationRules },
  group: { ...groupScopes, rules: groupRules },
  role: { ...roleScopes, rules: roleRules },
  ticket_state: { listScope: allRows, rules: singleDefault('ticket_state') },
  ticket_priority: { listScope: allRows, rules: singleDefault('ticket_priority') },
  ticket_state_type: { listScope: allRows },
  article_type: { listScope: allRows },
  article_sender: { listScope: allRows },
  permission: { listScope: allRows },
  tag: { listScope: allRows },
  link: linkScopes,
  link_type: { listScope: allRows },
  mention: mentionScopes,
  online_notification: notificationScopes,
  avatar: avatarScopes,
  token: tokenScopes,
  object_attribute: objectAttributeSlice,
  attachment: { listScope: attachmentScope },
  macro: { ...macroScopes, rules: macroRules },
  text_module: { ...textModuleScopes, rules: textModuleRules },
  template: { listScope: forPermission('ticket.agent', 'admin.template') },
  overview: { ...overviewScopes, rules: overviewRules },
  saved_view: { ...savedViewScopes, rules: savedViewRules },
  channel: { listScope: forPermission('admin.channel_email'), rules: channelRules },
  task: { listScope: forPermission('admin.monitoring') },
  signature: { listScope: forPermission('ticket.agent', 'admin.channel_email'), rules: signatureRules },
  email_address: { listScope: forPermission('ticket.agent', 'admin.channel_email'), rules: emailAddressRules },
  calendar: { listScope: forPermission('admin.calendar'), rules: calendarRules },
  sla: { listScope: forPermission('admin.sla'), rules: slaRules },
  trigger: { listScope: forPermission('admin.trigger'), rules: triggerRules },
  job: { listScope: forPermission('admin.scheduler'), rules: jobRules },
  webhook: { ...webhookScopes, rules: webhookRules },
  time_accounting: { ...timeAccountingScopes, rules: timeAccountingRules },
  time_accounting_type: timeAccountingTypeScopes,
  checklist: { ...checklistScopes, rules: checklistRules },
  checklist_item: { ...checklistItemScopes, rules: checklistItemRules },
  checklist_template: { ...checklistTemplateScopes, rules: checklistTemplateRules },
  checklist_template_item: checklistTemplateItemScopes,
  shared_draft_start: { ...sharedDraftStartScopes, rules: sharedDraftStartRules },
  shared_draft_zoom: { ...sharedDraftZoomScopes, rules: sharedDraftZoomRules },
  outbox_message: outboxMessageScopes,
  draft: { ...draftScopes, rules: draftRules },
  received_mail: { listScope: forPermission('admin.channel_email'), rules: receivedMailRules },
  postmaster_filter: { listScope: forPermission('admin.channel_email'), rules: postmasterFilterRules },
  audit_entry: { listScope: forPermission('admin.security') },
  automatic_mail: { listScope: forPermission('admin.channel_email') },
  data_privacy_task: { listScope: forPermission('admin.data_privacy'), rules: dataPrivacyTaskRules },
} satisfies Record<string, Slice>
