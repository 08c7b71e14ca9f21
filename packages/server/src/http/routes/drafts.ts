import { resources } from '@deskbell/contract'
import type { WriteRoute } from '../route.ts'
import { createRoute } from './writes.ts'

/**
 * The route that creates a draft. It refuses a second draft of the same kind for a ticket, which would overwrite that of another
 * device.
 */
export const createDraft: WriteRoute = {
  ...createRoute(resources.draft),
  description:
    'The status is 409 if the caller has a draft of this kind for the ticket; `message` of the first entry in `details` is its id.',
  refuses: [409],
}
