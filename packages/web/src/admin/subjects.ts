import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { IconName } from '../icon/shapes.ts'
import type { AdminText } from './admin-texts.ts'

/** The properties of an administration screen: the rest of its address, such as `['3', 'deliveries']`. */
export interface SubjectProps {
  readonly parts: readonly string[]
}

/** An administration screen with an address of its own: users, roles, settings. */
export interface Subject {
  /** Its part of the address. */
  readonly id: string
  readonly title: AdminText
  readonly icon: IconName
  /** Permissions, of which the user needs one. */
  readonly permissions: readonly string[]
  readonly Screen: LazyExoticComponent<ComponentType<SubjectProps>>
}

export interface SubjectGroup {
  readonly title: AdminText
  readonly subjects: readonly Subject[]
}

type Name = NameIn<AdminText>
type NameIn<Text> = Text extends `${infer Id}_title` ? Id : never
type Load = () => Promise<{ Screen: ComponentType<SubjectProps> }>

const subject = (id: Name, icon: IconName, permissions: readonly string[], load: Load): Subject => ({
  id,
  title: `${id}_title`,
  icon,
  permissions,
  Screen: lazy(() => load().then(({ Screen }) => ({ default: Screen }))),
})

const ofStates = ['admin.ticket_state', 'admin.object']
const ofPriorities = ['admin.ticket_priority', 'admin.object']
const ofMail = ['admin.channel_email']
const ofRuns = ['admin.trigger', 'admin.scheduler', 'admin.sla', 'admin.webhook']
const ofImports = ['admin.user', 'admin.organization', 'admin.text_module']

/** All subjects, in the order of the sidebar. */
export const subjectGroups: readonly SubjectGroup[] = [
  {
    title: 'group_people',
    subjects: [
      subject('users', 'user', ['admin.user'], () => import('./subjects/users.tsx')),
      subject('roles', 'shield', ['admin.role'], () => import('./subjects/roles.tsx')),
      subject('groups', 'users', ['admin.group'], () => import('./subjects/groups.tsx')),
      subject('organizations', 'building', ['admin.organization'], () => import('./subjects/organizations.tsx')),
      subject('sessions', 'lock', ['admin.session'], () => import('./subjects/sessions.tsx')),
      subject('data_privacy', 'shield', ['admin.data_privacy'], () => import('./subjects/data-privacy.tsx')),
    ],
  },
  {
    title: 'group_tickets',
    subjects: [
      subject('overviews', 'inbox', ['admin.overview'], () => import('./subjects/overviews.tsx')),
      subject('ticket_states', 'state-open', ofStates, () => import('./subjects/states.tsx')),
      subject('ticket_priorities', 'priority-high', ofPriorities, () => import('./subjects/priorities.tsx')),
      subject('tags', 'tag', ['admin.tag'], () => import('./subjects/tags.tsx')),
      subject('custom_fields', 'sliders', ['admin.object'], () => import('./subjects/custom-fields.tsx')),
      subject('macros', 'bolt', ['admin.macro'], () => import('./subjects/macros.tsx')),
      subject('text_modules', 'text', ['admin.text_module'], () => import('./subjects/text-modules.tsx')),
      subject('templates', 'note', ['admin.template'], () => import('./subjects/templates.tsx')),
      subject('checklist_templates', 'check', ['admin.checklist'], () => import('./subjects/checklist-templates.tsx')),
      subject('time_accounting', 'clock', ['admin.time_accounting'], () => import('./subjects/time-accounting.tsx')),
    ],
  },
  {
    title: 'group_channels',
    subjects: [
      subject('channels', 'mail', ofMail, () => import('./subjects/channels.tsx')),
      subject('email_addresses', 'at', ofMail, () => import('./subjects/email-addresses.tsx')),
      subject('signatures', 'pencil', ofMail, () => import('./subjects/signatures.tsx')),
      subject('quarantine', 'shield', ofMail, () => import('./subjects/quarantine.tsx')),
      subject('outbox', 'send', ofMail, () => import('./subjects/outbox.tsx')),
    ],
  },
  {
    title: 'group_automation',
    subjects: [
      subject('triggers', 'bolt', ['admin.trigger'], () => import('./subjects/triggers.tsx')),
      subject('jobs', 'history', ['admin.scheduler'], () => import('./subjects/jobs.tsx')),
      subject('slas', 'clock', ['admin.sla'], () => import('./subjects/slas.tsx')),
      subject('calendars', 'calendar', ['admin.calendar'], () => import('./subjects/calendars.tsx')),
      subject('webhooks', 'hook', ['admin.webhook'], () => import('./subjects/webhooks.tsx')),
      subject('automation_log', 'list', ofRuns, () => import('./subjects/automation-log.tsx')),
    ],
  },
  {
    title: 'group_system',
    subjects: [
      subject('settings', 'gear', ['admin.system'], () => import('./subjects/settings.tsx')),
      subject('imports', 'download', ofImports, () => import('./subjects/imports.tsx')),
      subject('audit', 'list', ['admin.security'], () => import('./subjects/audit.tsx')),
      subject('start', 'check', ['admin'], () => import('./subjects/start.tsx')),
      subject('system', 'chart', ['admin.monitoring'], () => import('./subjects/system.tsx')),
    ],
  },
]

/** Returns the subjects that the user may administer, without empty groups. */
export function allowedGroups(may: (permission: string) => boolean): readonly SubjectGroup[] {
  return subjectGroups
    .map(({ title, subjects }) => ({
      title,
      subjects: subjects.filter(({ permissions }) => permissions.some(may)),
    }))
    .filter(({ subjects }) => subjects.length > 0)
}

/** True if the user may administer anything. */
export const mayAdminister = (may: (permission: string) => boolean): boolean => allowedGroups(may).length > 0
