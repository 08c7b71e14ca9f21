import type { Access, ResourceName, Resources, Row } from '@deskbell/contract'
import type { Generated } from 'kysely'

type Numbered<R> = {
  [K in keyof R]: K extends 'id'
    ? Generated<R[K]>
    : K extends 'custom'
      ? Generated<string>
      : R[K] extends Record<string, unknown>
        ? string
        : R[K]
}

/** A table per resource, and those between two. Object columns are written as JSON text. */
export type Tables = {
  [N in ResourceName as Resources[N]['path']]: Numbered<Row<Resources[N]>>
} & {
  tickets_tags: { ticket_id: number; tag_id: number }
  roles_users: { role_id: number; user_id: number }
  organizations_users: { organization_id: number; user_id: number }
  permissions_roles: { permission_id: number; role_id: number }
  groups_users: { group_id: number; user_id: number; access: Access }
  groups_macros: { group_id: number; macro_id: number }
  groups_text_modules: { group_id: number; text_module_id: number }
  overviews_roles: { overview_id: number; role_id: number }
  overviews_users: { overview_id: number; user_id: number }
  overviews_groups: { overview_id: number; group_id: number }
  groups_roles: { group_id: number; role_id: number; access: Access }
  /** Files that were sent before the article they are for; `preferences` is JSON text. */
  uploads: {
    id: Generated<number>
    form_id: string
    user_id: number
    filename: string
    size: number
    sha256: string
    preferences: string
    created_at: string
  }
  /** Files that go with a shared draft, of one of the two kinds; `preferences` is JSON text. */
  shared_draft_files: {
    id: Generated<number>
    start_id: number | null
    zoom_id: number | null
    filename: string
    size: number
    sha256: string
    preferences: string
    created_at: string
  }
  /** Which tickets somebody looked at last. */
  recent_views: { user_id: number; ticket_id: number; viewed_at: string }
  /** The first answers to requests that may be sent again; `headers` is JSON text. */
  failed_logins: {
    account: string
    address: string
    failures: number
    last_at: string
  }
  idempotency_keys: {
    user_id: number
    key: string
    request: string
    status: number
    headers: string
    body: string
    created_at: string
  }
  /** What mail import knows of threads (see migration 2). */
  mail_references: { message_id_md5: string; ticket_id: number }
  mail_threads: { ticket_id: number; subject_key: string; first_at: string; last_at: string; opened_by_reply: number }
  /** Every telling of an event to a webhook (see migration 21). */
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    event_id: number
    event: string
    delivery: string
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    due_at: string
    claimed_until: string | null
    payload: string | null
    response_status: number | null
    response_body: string | null
    error: string | null
    /** Of the last attempt, in milliseconds. */
    duration: number | null
    replay_of_id: number | null
    created_at: string
    updated_at: string
  }
  /** Facts about the database itself, such as the system id that ticket numbers begin with. */
  settings: { name: string; value: string }
}
