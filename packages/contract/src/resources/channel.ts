import { boolean, id, object, oneOf, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const state = (doc: string) => oneOf(['ok', 'error'], { null: true, write: 'server', doc })
const log = (doc: string) => text({ max: 1000, null: true, write: 'server', search: false, doc })

export const channel = resource('channel', {
  path: 'channels',
  model: 'Channel',
  doc: 'A connection through which messages arrive and leave, such as a mail account.',
  label: 'name',
  fields: {
    id: id(),
    kind: oneOf(['email'], { default: 'email', write: 'once', doc: 'The kind of messages.' }),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    group_id: ref('group', { doc: 'The group of new tickets.' }),
    inbound: object({
      doc: 'The way in which messages are received: `adapter` and its options. Secrets are masked in responses.',
    }),
    outbound: object({
      doc: 'The way in which messages are sent: `adapter` and its options. Secrets are masked in responses.',
    }),
    secrets: object({
      hidden: true,
      secret: true,
      write: 'server',
      doc: 'The secret values that are masked in `inbound` and `outbound`, by direction and option.',
    }),
    active: boolean({ default: true, doc: 'True while the channel receives and sends.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    status_in: state('Result of the last attempt to receive.'),
    last_log_in: log('The error of the last attempt to receive.'),
    last_in_at: time({
      null: true,
      write: 'server',
      doc: 'Time of the last successful attempt to receive, accurate to a minute.',
    }),
    status_out: state('Result of the last attempt to send.'),
    last_log_out: log('The error of the last attempt to send.'),
    last_out_at: time({
      null: true,
      write: 'server',
      doc: 'Time of the last successful attempt to send, accurate to a minute.',
    }),
    ...stamps,
  },
  can: {
    read: ['admin.channel_email'],
    create: ['admin.channel_email'],
    update: ['admin.channel_email'],
    delete: ['admin.channel_email'],
  },
})
