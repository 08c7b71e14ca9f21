import { invalid } from '../../errors/fault.ts'
import type { Rules } from '../../kernel/context.ts'
import { isEmail } from '../user/names.ts'
import { sanitized } from '../values.ts'

/** Addresses are stored in lower case, like those of users. */
export const emailAddressRules: Rules = {
  derive(_, { values }) {
    const note = sanitized(values, 'note')
    if (typeof values['email'] !== 'string') return note
    const email = values['email'].trim().toLowerCase()
    if (!isEmail(email)) throw invalid('email', `Invalid email '${email.slice(0, 100)}'`)
    return { ...note, email }
  },
}

export const signatureRules: Rules = { derive: (_, { values }) => sanitized(values, 'body', 'note') }
