import { boolean, id, integer, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const avatar = resource('avatar', {
  path: 'avatars',
  model: 'Avatar',
  doc: 'A picture that a user can be shown with.',
  fields: {
    id: id(),
    user_id: ref('user', { write: 'server', doc: 'Whose picture it is.' }),
    default: boolean({ default: false, doc: 'Whether it is the one that is shown.' }),
    deletable: boolean({ default: true, doc: 'Whether the user may remove it.' }),
    initial: boolean({ default: false, doc: 'Whether it stands for no picture: the initials.' }),
    sha256: text({ max: 64, hidden: true, doc: 'Of the content.' }),
    size: integer({ write: 'server', doc: 'Bytes.' }),
    store_hash: text({ max: 32, doc: 'Names the picture in `/users/image/:hash`.' }),
    mime_type: text({ max: 100, hidden: true }),
    source: text({ max: 100, doc: 'Where it comes from.' }),
    ...stamps,
  },
})
