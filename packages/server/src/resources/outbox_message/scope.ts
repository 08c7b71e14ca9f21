import type { Slice } from '../../kernel/context.ts'
import { ownRecords } from '../scopes.ts'

/** Authors see their own messages. */
export const outboxMessageScopes: Slice = { listScope: ownRecords }
