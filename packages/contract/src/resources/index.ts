import { article, articleSender, articleType, attachment } from './article.ts'
import { avatar } from './avatar.ts'
import { group, permission, role } from './group.ts'
import { link, linkType } from './link.ts'
import { mention } from './mention.ts'
import { onlineNotification } from './online_notification.ts'
import { event, history, mailImport, storedFile, token } from './record.ts'
import { tag, ticket, ticketPriority, ticketState, ticketStateType } from './ticket.ts'
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
  token,
  stored_file: storedFile,
  history,
  event,
  mail_import: mailImport,
}

export type Resources = typeof resources
export type ResourceName = keyof Resources
