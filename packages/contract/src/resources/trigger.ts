import { boolean, id, integer, object, oneOf, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const note = text({ max: 250, null: true, doc: 'A remark.' })
const active = boolean({ default: true, doc: 'Whether it is in use.' })
const quiet = boolean({ default: true, doc: 'Whether agents get no notification of what it changes.' })
const name = text({ max: 250, unique: true, doc: 'Its name; no two are alike.' })
const localization = text({ max: 20, null: true, search: false, doc: 'The language of its mails, such as `de-de`.' })
const timezone = text({ max: 250, null: true, search: false, doc: 'The time zone of the dates in its mails.' })

export const trigger = resource('trigger', {
  path: 'triggers',
  model: 'Trigger',
  doc: 'What happens by itself when a ticket that fulfils a condition is written.',
  label: 'name',
  fields: {
    id: id(),
    name,
    condition: object({ doc: 'Which tickets: `{"ticket.action": {"operator": "is", "value": "create"}}`.' }),
    perform: object({ doc: 'What is done: `{"ticket.tags": {"operator": "add", "value": "new"}}`.' }),
    disable_notification: quiet,
    localization,
    timezone,
    note,
    activator: oneOf(['action', 'time'], { default: 'action', doc: 'Whether a change or the time sets it off.' }),
    execution_condition_mode: oneOf(['selective', 'always'], {
      default: 'selective',
      doc: 'Whether one of the attributes of the condition must have changed.',
    }),
    active,
    ...stamps,
  },
  can: { read: ['admin.trigger'], create: ['admin.trigger'], update: ['admin.trigger'], delete: ['admin.trigger'] },
})

export const job = resource('job', {
  path: 'jobs',
  model: 'Job',
  doc: 'What happens at set times to all tickets that fulfil a condition.',
  label: 'name',
  fields: {
    id: id(),
    name,
    timeplan: object({
      doc: 'When: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`.',
    }),
    object: text({ max: 100, default: 'Ticket', search: false, doc: 'Of what kind the records are.' }),
    condition: object({ doc: 'Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`.' }),
    perform: object({ doc: 'What is done: `{"ticket.tags": {"operator": "add", "value": "old"}}`.' }),
    disable_notification: quiet,
    localization,
    timezone,
    last_run_at: time({ null: true, write: 'server', doc: 'When it ran last.' }),
    next_run_at: time({ null: true, write: 'server', doc: 'When it runs next.' }),
    running: boolean({ default: false, write: 'server', doc: 'Whether it runs now.' }),
    processed: integer({ default: 0, write: 'server', doc: 'Tickets it changed when it ran last.' }),
    matching: integer({ default: 0, write: 'server', doc: 'Tickets that fulfilled the condition then.' }),
    pid: text({ max: 250, null: true, write: 'server', search: false, doc: 'The process that runs it.' }),
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
  doc: 'An address that is told what happens to tickets.',
  label: 'name',
  fields: {
    id: id(),
    name,
    endpoint: text({ max: 300, doc: 'The address, http or https.' }),
    events: text({
      max: 1000,
      null: true,
      search: false,
      doc: 'The events it is told of, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. Empty: only what triggers send.',
    }),
    signature_token: text({ max: 200, null: true, search: false, doc: 'The key of the signature; answers mask it.' }),
    ssl_verify: boolean({ default: true, doc: 'Whether the certificate of the address has to be right.' }),
    basic_auth_username: text({ max: 250, null: true, search: false, doc: 'The user to sign in there.' }),
    basic_auth_password: text({ max: 250, null: true, search: false, doc: 'The password; answers mask it.' }),
    http_method: oneOf(['post', 'put', 'patch', 'delete'], { default: 'post', doc: 'How it is called.' }),
    bearer_token: text({
      max: 1000,
      null: true,
      search: false,
      doc: 'Sent in the place of user and password; answers mask it.',
    }),
    note: text({ max: 500, null: true, doc: 'A remark.' }),
    pre_defined_webhook_type: text({ max: 250, null: true, search: false, doc: 'The kind of service it goes to.' }),
    customized_payload: boolean({ default: false, doc: 'Whether `custom_payload` is sent.' }),
    custom_payload: text({ max: 100_000, null: true, search: false, doc: 'What is sent, as JSON with `#{...}`.' }),
    preferences: object({ doc: 'Free-form settings.' }),
    active,
    ...stamps,
  },
  can: { read: ['admin.webhook'], create: ['admin.webhook'], update: ['admin.webhook'], delete: ['admin.webhook'] },
})
