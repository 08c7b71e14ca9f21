import { boolean, id, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const active = boolean({ default: true, doc: 'True while the record is in use.' })

export const signature = resource('signature', {
  path: 'signatures',
  model: 'Signature',
  doc: 'The closing text of the mails of a group.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 100, unique: true, doc: 'Unique name.' }),
    body: text({
      max: 100_000,
      null: true,
      doc: 'The text: HTML with `#{...}` for values of the ticket and the user.',
    }),
    active,
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'admin.channel_email'],
    create: ['admin.channel_email'],
    update: ['admin.channel_email'],
    delete: ['admin.channel_email'],
  },
})

export const emailAddress = resource('email_address', {
  path: 'email_addresses',
  model: 'EmailAddress',
  doc: 'A sender address of groups.',
  fields: {
    id: id(),
    channel_id: ref('channel', { null: true, doc: 'The mail account of the address.' }),
    name: text({ max: 250, doc: 'The name that recipients see.' }),
    email: text({ max: 255, unique: true, doc: 'Unique e-mail address.' }),
    active,
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    preferences: object({ doc: 'Free-form JSON object.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'admin.channel_email'],
    create: ['admin.channel_email'],
    update: ['admin.channel_email'],
    delete: ['admin.channel_email'],
  },
})
