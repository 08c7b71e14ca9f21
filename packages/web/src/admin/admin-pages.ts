import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { IconName } from '../icon/shapes.ts'
import type { AdminText } from './admin-texts.ts'

export interface AdminPageProps {
  /** The parts of the address after that of the page, such as `['3', 'deliveries']`. */
  readonly pathParts: readonly string[]
}

/** A page of the administration, with an address of its own: users, roles, settings. */
export interface AdminPage {
  /** The part of the address that names the page. */
  readonly id: string
  readonly title: AdminText
  readonly icon: IconName
  /** Permissions, of which the user needs one. */
  readonly permissions: readonly string[]
  readonly Screen: LazyExoticComponent<ComponentType<AdminPageProps>>
}

export interface AdminPageGroup {
  readonly title: AdminText
  readonly pages: readonly AdminPage[]
}

/** The ids of pages: each has a text `…_title`. */
type PageId = IdIn<AdminText>
type IdIn<Text> = Text extends `${infer Id}_title` ? Id : never
type Load = () => Promise<{ Screen: ComponentType<AdminPageProps> }>

const page = (id: PageId, icon: IconName, permissions: readonly string[], load: Load): AdminPage => ({
  id,
  title: `${id}_title`,
  icon,
  permissions,
  Screen: lazy(() => load().then(({ Screen }) => ({ default: Screen }))),
})

const statePermissions = ['admin.ticket_state', 'admin.object']
const priorityPermissions = ['admin.ticket_priority', 'admin.object']
const mailPermissions = ['admin.channel_email']
const logPermissions = ['admin.trigger', 'admin.scheduler', 'admin.sla', 'admin.webhook']
const importPermissions = ['admin.user', 'admin.organization', 'admin.text_module']

/** All pages, in the order of the sidebar. */
export const pageGroups: readonly AdminPageGroup[] = [
  {
    title: 'group_people',
    pages: [
      page('users', 'user', ['admin.user'], () => import('./pages/users.tsx')),
      page('roles', 'shield', ['admin.role'], () => import('./pages/roles.tsx')),
      page('groups', 'users', ['admin.group'], () => import('./pages/groups.tsx')),
      page('organizations', 'building', ['admin.organization'], () => import('./pages/organizations.tsx')),
      page('sessions', 'lock', ['admin.session'], () => import('./pages/sessions.tsx')),
      page('data_privacy', 'shield', ['admin.data_privacy'], () => import('./pages/data-privacy.tsx')),
    ],
  },
  {
    title: 'group_tickets',
    pages: [
      page('overviews', 'inbox', ['admin.overview'], () => import('./pages/overviews.tsx')),
      page('ticket_states', 'state-open', statePermissions, () => import('./pages/states.tsx')),
      page('ticket_priorities', 'priority-high', priorityPermissions, () => import('./pages/priorities.tsx')),
      page('tags', 'tag', ['admin.tag'], () => import('./pages/tags.tsx')),
      page('custom_fields', 'sliders', ['admin.object'], () => import('./pages/custom-fields.tsx')),
      page('macros', 'bolt', ['admin.macro'], () => import('./pages/macros.tsx')),
      page('text_modules', 'text', ['admin.text_module'], () => import('./pages/text-modules.tsx')),
      page('templates', 'note', ['admin.template'], () => import('./pages/templates.tsx')),
      page('checklist_templates', 'check', ['admin.checklist'], () => import('./pages/checklist-templates.tsx')),
      page('time_accounting', 'clock', ['admin.time_accounting'], () => import('./pages/time-accounting.tsx')),
    ],
  },
  {
    title: 'group_channels',
    pages: [
      page('channels', 'mail', mailPermissions, () => import('./pages/channels.tsx')),
      page('email_addresses', 'at', mailPermissions, () => import('./pages/email-addresses.tsx')),
      page('signatures', 'pencil', mailPermissions, () => import('./pages/signatures.tsx')),
      page('quarantine', 'shield', mailPermissions, () => import('./pages/quarantine.tsx')),
      page('outbox', 'send', mailPermissions, () => import('./pages/outbox.tsx')),
    ],
  },
  {
    title: 'group_automation',
    pages: [
      page('triggers', 'bolt', ['admin.trigger'], () => import('./pages/triggers.tsx')),
      page('jobs', 'history', ['admin.scheduler'], () => import('./pages/jobs.tsx')),
      page('slas', 'clock', ['admin.sla'], () => import('./pages/slas.tsx')),
      page('calendars', 'calendar', ['admin.calendar'], () => import('./pages/calendars.tsx')),
      page('webhooks', 'hook', ['admin.webhook'], () => import('./pages/webhooks.tsx')),
      page('automation_log', 'list', logPermissions, () => import('./pages/automation-log.tsx')),
    ],
  },
  {
    title: 'group_system',
    pages: [
      page('settings', 'gear', ['admin.system'], () => import('./pages/settings.tsx')),
      page('imports', 'download', importPermissions, () => import('./pages/imports.tsx')),
      page('audit', 'list', ['admin.security'], () => import('./pages/audit.tsx')),
      page('start', 'check', ['admin'], () => import('./pages/start.tsx')),
      page('system', 'chart', ['admin.monitoring'], () => import('./pages/system.tsx')),
    ],
  },
]

/** Returns the pages that the user may administer, without empty groups. */
export function allowedGroups(may: (permission: string) => boolean): readonly AdminPageGroup[] {
  return pageGroups
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ permissions }) => permissions.some(may)),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** True if the user may administer anything. */
export const mayAdminister = (may: (permission: string) => boolean): boolean => allowedGroups(may).length > 0
