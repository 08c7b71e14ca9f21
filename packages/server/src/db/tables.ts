import type { Access, ResourceName, Resources, Row } from '@deskbell/contract'
import type { Generated } from 'kysely'

/**
 * A row of a resource as a statement writes it: the database assigns the id and the default of `custom`, and objects are
 * JSON text.
 */
type ResourceRow<R> = {
  [K in keyof R]: K extends 'id'
    ? Generated<R[K]>
    : K extends 'custom'
      ? Generated<string>
      : R[K] extends Record<string, unknown>
        ? string
        : R[K]
}

/** The tables of the resources, the join tables, and those of the service. Object columns are written as JSON text. */
export type Tables = {
  [N in ResourceName as Resources[N]['path']]: ResourceRow<Row<Resources[N]>>
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
  /** Files that were uploaded before their article was created; `preferences` is JSON text. */
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
  /**
   * Files of a shared draft, which belongs to a group (`start_id`) or a ticket (`zoom_id`); `preferences` is JSON text.
   */
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
  /**
   * What the rules did after an event of a ticket: the triggers that ran and those that did not, or the job that ran; `event`
   * and `results` are JSON text.
   */
  ticket_traces: {
    id: Generated<number>
    ticket_id: number
    event: string
    results: string
    /** True if one of the rules failed. */
    failed: boolean
    created_at: string
  }
  /**
   * The rules that ran in the entries of `ticket_traces`, and alarms, whose `rule_id` is null: an index for the log of
   * all tickets.
   */
  rule_runs: {
    id: Generated<number>
    trace_id: number
    ticket_id: number
    kind: 'trigger' | 'job' | 'alarm'
    rule_id: number | null
    failed: boolean
    created_at: string
  }
  /**
   * The order in which the agents of a group get tickets: the one with the lowest turn is next; with the assignment
   * `least_busy`, only among those with the fewest open tickets.
   */
  assignment_turns: { group_id: number; user_id: number; turn: number }
  /** The due time for which each kind of alarm of a ticket was last raised. */
  ticket_alarms: { ticket_id: number; type: string; due_at: string }
  /** Notifications that wait for their mail; `task_id` is the task that is sending them, null until it begins. */
  waiting_notifications: {
    id: Generated<number>
    user_id: number
    ticket_id: number
    type: string
    reason: string
    task_id: number | null
    created_at: string
  }
  /** The day of the last digest of an agent. */
  mail_digests: { user_id: number; day: string }
  /** The runs of jobs that are in progress: the last ticket that was worked on. */
  job_runs: { job_id: number; after_id: number }
  /** The tickets that a user has viewed last. */
  recent_views: { user_id: number; ticket_id: number; viewed_at: string }
  /** Times of requests without credentials, for throttling: `key` is a hash of an address or name, `times` is JSON text. */
  counted_requests: { key: string; times: string; last_at: string }
  /** Wrong passwords by account and address, for locks. */
  failed_logins: {
    account: string
    address: string
    failures: number
    last_at: string
  }
  /** Responses to requests with an `Idempotency-Key`, for retries; `request` is a hash, and `headers` is JSON text. */
  idempotency_keys: {
    user_id: number
    key: string
    request: string
    status: number
    headers: string
    body: string
    created_at: string
  }
  /** Message-IDs, as hashes, by which the ticket of a received or imported mail is found. */
  mail_references: { message_id_md5: string; ticket_id: number }
  /**
   * The subject and the period of the mails of a ticket, by which a reply is matched if no Message-ID is known.
   * `opened_by_reply` is 1 if the first of these mails is a reply.
   */
  mail_threads: { ticket_id: number; subject_key: string; first_at: string; last_at: string; opened_by_reply: number }
  /** A mail as it was sent: the stored bytes, and the recipients as JSON text. */
  mail_deliveries: {
    id: Generated<number>
    article_id: number
    sender: string
    recipients: string
    sha256: string
    size: number
    created_at: string
    updated_at: string
  }
  /** The delivery of an event to a webhook. */
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    event_id: number
    event: string
    /** The unique id of the delivery, the same for every attempt. */
    delivery: string
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    due_at: string
    claimed_until: string | null
    payload: string | null
    response_status: number | null
    response_body: string | null
    error: string | null
    /** Milliseconds that the last attempt took. */
    duration: number | null
    replay_of_id: number | null
    /** The ticket and the article that a rule sends; both null for a delivery to a subscriber of events. */
    ticket_id: number | null
    article_id: number | null
    created_at: string
    updated_at: string
  }
  /**
   * Values of the service, such as the id of the last purged event, and the settings that administrators have changed, whose
   * names begin with `setting.`.
   */
  settings: { name: string; value: string }
  /** The records of the demo data: the name of the resource, and the id. */
  demo_records: { id: Generated<number>; object: string; o_id: number }
}
