import { boolean, id, integer, object, oneOf, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const note = text({ max: 250, null: true, doc: 'Free-text note.' })
const active = boolean({ default: true, doc: 'True while the record is in use.' })
const disableNotification = boolean({ default: true, doc: 'True if agents get no notification of the changes.' })
const name = text({ max: 250, unique: true, doc: 'Unique name.' })
const localization = text({ max: 20, null: true, search: false, doc: 'Language of the mails, such as `de-de`.' })
const timezone = text({ max: 250, null: true, search: false, doc: 'Time zone of the dates in mails.' })

export const trigger = resource('trigger', {
  path: 'triggers',
  model: 'Trigger',
  doc: 'Changes that are made automatically to tickets that fulfil a condition: when they are created or changed, or when their reminder or deadline is due.',
  label: 'name',
  fields: {
    id: id(),
    name,
    condition: object({
      doc: 'Condition for tickets, such as `{"ticket.action": {"operator": "is", "value": "create"}}`.',
    }),
    perform: object({ doc: 'Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "new"}}`.' }),
    disable_notification: disableNotification,
    localization,
    timezone,
    note,
    activator: oneOf(['action', 'time'], {
      default: 'action',
      doc: 'The start of the trigger: a change (`action`) or a point in time (`time`).',
    }),
    execution_condition_mode: oneOf(['selective', 'always'], {
      default: 'selective',
      doc: 'The changes of a ticket that start the trigger, if `activator` is `action`. `selective`: those that add an article or change an attribute of the condition, and the creation. `always`: all.',
    }),
    active,
    ...stamps,
  },
  can: { read: ['admin.trigger'], create: ['admin.trigger'], update: ['admin.trigger'], delete: ['admin.trigger'] },
})

export const job = resource('job', {
  path: 'jobs',
  model: 'Job',
  doc: 'Changes that are made at set times to the tickets that fulfil a condition, to at most 2,000 in a run.',
  label: 'name',
  fields: {
    id: id(),
    name,
    timeplan: object({
      doc: 'Times to run, such as `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`.',
    }),
    object: text({ max: 100, default: 'Ticket', search: false, doc: 'The kind of records.' }),
    condition: object({
      doc: 'Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`.',
    }),
    perform: object({ doc: 'Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "old"}}`.' }),
    disable_notification: disableNotification,
    localization,
    timezone,
    last_run_at: time({ null: true, write: 'server', doc: 'Time of the last run.' }),
    next_run_at: time({ null: true, write: 'server', doc: 'Time of the next run.' }),
    running: boolean({ default: false, write: 'server', doc: 'True while the job runs.' }),
    processed: integer({ default: 0, write: 'server', doc: 'Number of tickets changed by the last run.' }),
    matching: integer({
      default: 0,
      write: 'server',
      doc: 'Number of tickets that fulfilled the condition in the last run.',
    }),
    pid: text({
      max: 250,
      null: true,
      write: 'server',
      search: false,
      doc: 'Always null: several processes share the work of a job.',
    }),
    note,
    active,
    ...stamps,
  },
  can: {
    read: ['admin.scheduler'],
    create: ['admin.scheduler'],
    update: ['admin.scheduler'],
    delete: ['admin.scheduler'],
  },
})

export const webhook = resource('webhook', {
  path: 'webhooks',
  model: 'Webhook',
  doc: 'A URL that receives events.',
  label: 'name',
  fields: {
    id: id(),
    name,
    endpoint: text({ max: 300, doc: 'The URL, http or https.' }),
    events: text({
      max: 1000,
      null: true,
      search: false,
      doc: 'Events to send, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. If empty, only triggers and jobs send.',
    }),
    signature_token: text({
      max: 200,
      null: true,
      secret: true,
      search: false,
      doc: 'Key of the signature, masked in responses.',
    }),
    ssl_verify: boolean({ default: true, doc: 'True if the TLS certificate is verified.' }),
    basic_auth_username: text({ max: 250, null: true, search: false, doc: 'User name for basic authentication.' }),
    basic_auth_password: text({
      max: 250,
      null: true,
      secret: true,
      search: false,
      doc: 'Password for basic authentication, masked in responses.',
    }),
    http_method: oneOf(['post', 'put', 'patch', 'delete'], { default: 'post', doc: 'HTTP method of the requests.' }),
    bearer_token: text({
      max: 1000,
      null: true,
      secret: true,
      search: false,
      doc: 'Token sent instead of user name and password, masked in responses.',
    }),
    note: text({ max: 500, null: true, doc: 'Free-text note.' }),
    pre_defined_webhook_type: text({
      max: 250,
      null: true,
      search: false,
      doc: 'The kind of service that receives the events. It is stored for clients, and has no effect.',
    }),
    customized_payload: boolean({ default: false, doc: 'True if `custom_payload` is sent.' }),
    custom_payload: text({
      max: 100_000,
      null: true,
      search: false,
      doc: 'Body of the requests: JSON with `#{...}` for values.',
    }),
    preferences: object({ doc: 'Free-form JSON object.' }),
    active,
    ...stamps,
  },
  can: { read: ['admin.webhook'], create: ['admin.webhook'], update: ['admin.webhook'], delete: ['admin.webhook'] },
})
