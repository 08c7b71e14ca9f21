import { resources } from '@deskbell/contract'
import type { WriteRoute } from '../route.ts'
import { createRoute } from './writes.ts'

/** The route that creates a draft. A second one of the same kind would overwrite what another device has saved. */
export const createDraft: WriteRoute = {
  ...createRoute(resources.draft),
  description:
    'Answers 409 if the caller has a draft of this kind for the ticket; `message` of the first entry in `details` is its id.',
  refuses: [409],
}
