import { boolean, id, integer, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const avatar = resource('avatar', {
  path: 'avatars',
  model: 'Avatar',
  doc: 'A picture of a user.',
  fields: {
    id: id(),
    user_id: ref('user', { write: 'server', doc: 'The user in the picture.' }),
    default: boolean({ default: false, doc: 'True for the picture that is shown.' }),
    deletable: boolean({ default: true, doc: 'True if the user may remove the picture.' }),
    initial: boolean({
      default: false,
      doc: 'True for a picture of the user’s initials. The service creates none, so it is always false.',
    }),
    sha256: text({ max: 64, hidden: true, doc: 'SHA-256 of the content.' }),
    size: integer({ write: 'server', doc: 'Size in bytes.' }),
    store_hash: text({ max: 32, doc: 'Name of the picture in `/users/image/:hash`.' }),
    mime_type: text({ max: 100, hidden: true }),
    source: text({ max: 100, doc: 'The way in which the picture was added, such as `upload`.' }),
    ...stamps,
  },
})
