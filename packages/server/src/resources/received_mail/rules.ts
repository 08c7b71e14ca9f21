import { invalid } from '../../errors/fault.ts'
import type { Rules } from '../../kernel/context.ts'

/** Allows only quarantined mails to be deleted. The others are originals of articles, or explain why there is no article. */
export const receivedMailRules: Rules = {
  async beforeDelete(_, __, { state }) {
    if (state !== 'quarantined')
      throw invalid('id', `The mail is ${String(state)}; only quarantined mails are deleted.`)
  },
}
