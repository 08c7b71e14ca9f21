/** Returns a value in quotes, so that nothing in it is an operator of the search language: `customer.email:${quote(address)}`.
 * It matches as a phrase: its words next to each other.
 * @throws TypeError for blank text, which cannot be a phrase (an empty field is `_missing_:field`).
 */
export function quote(value: string | number | boolean | Date): string {
  const text = value instanceof Date ? value.toISOString() : String(value)
  if (!text.trim()) throw new TypeError('Blank text cannot be searched for; an empty field is _missing_:field')
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
