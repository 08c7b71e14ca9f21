import { invalid } from '../../errors/fault.ts'
import type { Rules } from '../../kernel/context.ts'

/** Only mails in the quarantine are deleted: the others are the originals of articles, or explain what became of them. */
export const receivedMailRules: Rules = {
  async beforeDelete(_, __, { state }) {
    if (state !== 'quarantined')
      throw invalid('id', `The mail is ${String(state)}; only quarantined mails are deleted.`)
  },
}
