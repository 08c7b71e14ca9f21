import { boolean, id, integer, object, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const active = boolean({ default: true, doc: 'Whether it is in use.' })

export const signature = resource('signature', {
  path: 'signatures',
  model: 'Signature',
  doc: 'What stands under the mails of a group.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 100, unique: true, doc: 'Its name; no two are alike.' }),
    body: text({
      max: 100_000,
      null: true,
      doc: 'The text, HTML with `#{...}` for values of the ticket and the user.',
    }),
    active,
    note: text({ max: 250, null: true, doc: 'A remark.' }),
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
  doc: 'An address that groups write from.',
  fields: {
    id: id(),
    channel_id: integer({ null: true, doc: 'The mail account it belongs to.' }),
    name: text({ max: 250, doc: 'The name that recipients see.' }),
    email: text({ max: 255, unique: true, doc: 'The address; no two are alike.' }),
    active,
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    preferences: object({ doc: 'Free-form settings.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'admin.channel_email'],
    create: ['admin.channel_email'],
    update: ['admin.channel_email'],
    delete: ['admin.channel_email'],
  },
})
