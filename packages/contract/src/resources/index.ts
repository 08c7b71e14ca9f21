import { article, articleSender, articleType, attachment } from './article.ts'
import { auditEntry } from './audit.ts'
import { automaticMail } from './automatic-mail.ts'
import { avatar } from './avatar.ts'
import { channel } from './channel.ts'
import { checklist, checklistItem, checklistTemplate, checklistTemplateItem } from './checklist.ts'
import { dataPrivacyTask } from './data-privacy-task.ts'
import { draft } from './draft.ts'
import { group, permission, role } from './group.ts'
import { event, history, mailImport, storedFile, token } from './internal-records.ts'
import { link, linkType } from './link.ts'
import { macro, template, textModule } from './macro.ts'
import { mention } from './mention.ts'
import { objectAttribute } from './object_attribute.ts'
import { onlineNotification } from './online_notification.ts'
import { outboxMessage } from './outbox-message.ts'
import { overview, savedView } from './overview.ts'
import { postmasterFilter, receivedMail } from './received-mail.ts'
import { sharedDraftStart, sharedDraftZoom } from './shared-draft.ts'
import { emailAddress, signature } from './signature.ts'
import { calendar, sla } from './sla.ts'
import { task } from './task.ts'
import { tag, ticket, ticketPriority, ticketState, ticketStateType } from './ticket.ts'
import { timeAccounting, timeAccountingType } from './time-accounting.ts'
import { job, trigger, webhook } from './trigger.ts'
import { organization, user } from './user.ts'

/** Every resource, by name. */
export const resources = {
  ticket,
  article,
  user,
  organization,
  group,
  role,
  ticket_state: ticketState,
  ticket_priority: ticketPriority,
  tag,
  attachment,
  ticket_state_type: ticketStateType,
  article_type: articleType,
  article_sender: articleSender,
  permission,
  link,
  link_type: linkType,
  mention,
  online_notification: onlineNotification,
  avatar,
  object_attribute: objectAttribute,
  token,
  stored_file: storedFile,
  history,
  event,
  mail_import: mailImport,
  macro,
  text_module: textModule,
  template,
  overview,
  saved_view: savedView,
  channel,
  task,
  signature,
  email_address: emailAddress,
  calendar,
  sla,
  trigger,
  job,
  webhook,
  time_accounting: timeAccounting,
  time_accounting_type: timeAccountingType,
  checklist,
  checklist_item: checklistItem,
  checklist_template: checklistTemplate,
  checklist_template_item: checklistTemplateItem,
  // Zammad's names: `start` is a draft of a new ticket, `zoom` a draft of a reply.
  shared_draft_start: sharedDraftStart,
  shared_draft_zoom: sharedDraftZoom,
  outbox_message: outboxMessage,
  draft,
  received_mail: receivedMail,
  postmaster_filter: postmasterFilter,
  audit_entry: auditEntry,
  automatic_mail: automaticMail,
  data_privacy_task: dataPrivacyTask,
}

export type Resources = typeof resources
export type ResourceName = keyof Resources
