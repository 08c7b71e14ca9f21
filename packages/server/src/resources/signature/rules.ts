import { invalid } from '../../kernel/fault.ts'
import type { Rules } from '../../kernel/rules.ts'
import { isMailAddress } from '../values.ts'

/** Addresses are kept in lower case, as those of users. */
export const emailAddressRules: Rules = {
  imply(_, { given }) {
    if (typeof given['email'] !== 'string') return {}
    const email = given['email'].trim().toLowerCase()
    if (!isMailAddress(email)) throw invalid('email', `Invalid email '${email.slice(0, 100)}'`)
    return { email }
  },
}
