import { boolean, id, integer, object, oneOf, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const receivedMail = resource('received_mail', {
  path: 'received_mails',
  model: 'ReceivedMail',
  doc: 'A mail that has arrived: its outcome, and the decisions that led to it. The original bytes are kept.',
  fields: {
    id: id(),
    state: oneOf(['waiting', 'taken', 'duplicate', 'ignored', 'quarantined', 'replaced'], {
      write: 'server',
      default: 'waiting',
      doc: '`taken`: it became an article. `duplicate`: its article already existed. `ignored`: this service sent it, or it reports the delivery of a service mail. `quarantined`: it waits for a decision. `replaced`: an edited copy was processed instead.',
    }),
    reason: text({
      max: 1000,
      null: true,
      write: 'server',
      search: false,
      doc: 'The reason for the state, as a sentence.',
    }),
    channel_id: ref('channel', { null: true, write: 'server', doc: 'The mail account at which the mail arrived.' }),
    via: oneOf(['imap', 'smtp', 'lmtp', 'pipe', 'edit'], {
      write: 'server',
      doc: 'The way in which the mail arrived.',
    }),
    source_key: text({
      max: 500,
      null: true,
      unique: true,
      hidden: true,
      write: 'server',
      doc: 'The position in the mailbox, stored so that no mail is fetched twice.',
    }),
    envelope_from: text({
      max: 320,
      null: true,
      write: 'server',
      doc: 'Envelope sender (`MAIL FROM`); empty for bounces and automatic replies, null if unknown.',
    }),
    envelope_to: object({ write: 'server', doc: '`addresses`: the envelope recipients (`RCPT TO`).' }),
    client: text({ max: 300, null: true, write: 'server', doc: 'Address and name of the mail server that sent it.' }),
    sha256: text({ max: 64, hidden: true, write: 'server', doc: 'SHA-256 of the original bytes.' }),
    size: integer({ write: 'server', doc: 'Size of the original mail in bytes.' }),
    message_id: text({ max: 3000, null: true, write: 'server', search: false, doc: 'The message id.' }),
    from: text({ max: 3000, null: true, write: 'server', search: false, doc: 'The authors, as in the header.' }),
    sender: text({ max: 320, null: true, write: 'server', doc: 'The address of the author, in lower case.' }),
    to: text({ max: 3000, null: true, write: 'server', search: false, doc: 'The recipients, as in the header.' }),
    subject: text({ max: 3000, null: true, write: 'server', search: false, doc: 'The subject line.' }),
    decisions: object({
      write: 'server',
      doc: '`steps`: the decisions in their order, each with `step` and `result` in words.',
    }),
    authentication: object({ write: 'server', doc: 'Results of `spf`, `dkim` and `dmarc`, where they are known.' }),
    article_id: ref('article', { null: true, write: 'server', doc: 'The article of the mail.' }),
    replaces_id: ref('received_mail', {
      null: true,
      write: 'server',
      doc: 'The mail of which this is an edited copy.',
    }),
    attempts: integer({ default: 0, write: 'server', doc: 'Number of attempts to process the mail.' }),
    due_at: time({
      write: 'server',
      doc: 'Time of the next attempt to process the mail; if it is no longer waiting, of the last one.',
    }),
    ...stamps,
  },
  can: { read: ['admin.channel_email'], delete: ['admin.channel_email'] },
})

export const postmasterFilter = resource('postmaster_filter', {
  path: 'postmaster_filters',
  model: 'PostmasterFilter',
  doc: 'A filter of received mail: if all conditions match, values are set or the mail is put into quarantine.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name. Filters run in the order of their names.' }),
    channel: oneOf(['email'], { default: 'email', doc: 'The kind of messages.' }),
    match: object({
      doc: 'Conditions by header (`from`, `x-spam-flag`, ...) or `body`: `{"operator": "contains", "value": "..."}`. Without one, the filter matches no mail.',
    }),
    perform: object({
      doc: 'The values that the filter sets, such as `{"x-zammad-ticket-priority_id": {"value": 3}}`. `{"x-zammad-ignore": {"value": true}}` puts the mail into quarantine.',
    }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...stamps,
  },
  can: {
    read: ['admin.channel_email'],
    create: ['admin.channel_email'],
    update: ['admin.channel_email'],
    delete: ['admin.channel_email'],
  },
})
