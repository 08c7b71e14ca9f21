import { everyone, type Slice } from '../kernel/scope.ts'
import { articleSlice } from './article/scope.ts'
import { groupSlice, roleSlice } from './group/scope.ts'
import { linkSlice } from './link/scope.ts'
import { mentionSlice } from './mention/scope.ts'
import { notificationSlice } from './online_notification/scope.ts'
import { organizationSlice } from './organization/scope.ts'
import { ticketSlice } from './ticket/scope.ts'
import { avatarSlice, tokenSlice } from './user/own.ts'
import { userSlice } from './user/scope.ts'

/** What the service knows of each resource that can be read from outside. "Everyone" has to be said. */
export const slices = {
  ticket: ticketSlice,
  article: articleSlice,
  user: userSlice,
  organization: organizationSlice,
  group: groupSlice,
  role: roleSlice,
  ticket_state: { scope: everyone },
  ticket_priority: { scope: everyone },
  ticket_state_type: { scope: everyone },
  article_type: { scope: everyone },
  article_sender: { scope: everyone },
  permission: { scope: everyone },
  tag: { scope: everyone },
  link: linkSlice,
  link_type: { scope: everyone },
  mention: mentionSlice,
  online_notification: notificationSlice,
  avatar: avatarSlice,
  token: tokenSlice,
  attachment: { scope: articleSlice.attachments },
} satisfies Record<string, Slice>
