import { isSearchable, type Resource } from '@deskbell/contract'
import { type Bound, or } from './bound.ts'

/** The fields of users that contain phone numbers. */
const phoneFields = ['phone', 'mobile', 'fax']

/** Minimum number of digits that are compared: fewer digits would be the end of too many numbers. */
const MIN_DIGITS = 6

/**
 * A condition that a user has a phone number, however it is spelled: `+49 170 1234567` and `0170/123 45 67` are equal.
 * Only the digits after the country code and a leading zero are compared.
 */
export function phoneCondition(user: Resource, written: string): Bound {
  const digits = nationalNumber(written)
  if (digits.length < MIN_DIGITS) return or([])
  const fields = phoneFields.filter((name) => isSearchable(user, name))
  return or(fields.map((column): Bound => ({ kind: 'column', column, test: { is: 'digits', digits } })))
}

/** Matches a country code of one or two digits; all others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Returns the digits of a number without the country code and a leading zero. */
function nationalNumber(written: string): string {
  const isInternational = /^(?:\+|00)/.test(written)
  const digits = written.replace('(0)', '').replaceAll(/\D/gu, '').replace(/^0+/, '')
  if (!isInternational) return digits
  const [code = digits.slice(0, 3)] = shortCountryCode.exec(digits) ?? []
  return digits.slice(code.length).replace(/^0/, '')
}
