import type { IconName } from '../icon/shapes.ts'
import type { TextName } from '../messages/languages.ts'
import type { Kind } from './address.ts'

/** A frequently used field, with an explanation. */
export interface UsualField {
  readonly path: string
  readonly icon: IconName
  readonly help: TextName
}

/** The fields that are suggested first, in this order. */
export const usualFields: Readonly<Record<Kind, readonly UsualField[]>> = {
  tickets: [
    { path: 'state', icon: 'state-open', help: 'search.help_state' },
    { path: 'is', icon: 'check', help: 'search.help_is' },
    { path: 'customer.email', icon: 'user', help: 'search.help_customerEmail' },
    { path: 'customer.fullname', icon: 'user', help: 'search.help_customerName' },
    { path: 'customer.organization.name', icon: 'building', help: 'search.help_customerOrganization' },
    { path: 'owner', icon: 'user', help: 'search.help_owner' },
    { path: 'group', icon: 'users', help: 'search.help_group' },
    { path: 'priority', icon: 'priority-high', help: 'search.help_priority' },
    { path: 'tags', icon: 'tag', help: 'search.help_tags' },
    { path: 'title', icon: 'text', help: 'search.help_title' },
    { path: 'number', icon: 'text', help: 'search.help_number' },
    { path: 'created_at', icon: 'calendar', help: 'search.help_createdAt' },
    { path: 'updated_at', icon: 'calendar', help: 'search.help_updatedAt' },
    { path: 'waiting_since', icon: 'clock', help: 'search.help_waitingSince' },
    { path: 'article.body', icon: 'text', help: 'search.help_body' },
    { path: 'article.from', icon: 'mail', help: 'search.help_from' },
    { path: 'article.attachment.filename', icon: 'clip', help: 'search.help_attachment' },
  ],
  people: [
    { path: 'email', icon: 'mail', help: 'search.help_email' },
    { path: 'lastname', icon: 'user', help: 'search.help_lastname' },
    { path: 'firstname', icon: 'user', help: 'search.help_firstname' },
    { path: 'organization', icon: 'building', help: 'search.help_customerOrganization' },
    { path: 'phone', icon: 'phone', help: 'search.help_phone' },
    { path: 'vip', icon: 'star', help: 'search.help_vip' },
    { path: 'active', icon: 'check', help: 'search.help_active' },
  ],
  organizations: [
    { path: 'name', icon: 'building', help: 'search.help_name' },
    { path: 'domain', icon: 'globe', help: 'search.help_domain' },
    { path: 'vip', icon: 'star', help: 'search.help_vip' },
    { path: 'active', icon: 'check', help: 'search.help_active' },
  ],
}
