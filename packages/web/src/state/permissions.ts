/** Returns true if `names` include a permission or one of its parents: `admin` includes `admin.user`. */
export function holds(names: ReadonlySet<string>, permission: string): boolean {
  for (let name = permission; name; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    if (names.has(name)) return true
  }
  return false
}

/** True if the user is a customer, but neither agent nor administrator. Agents may change only these users. */
export const isCustomerOnly = (names: ReadonlySet<string>): boolean =>
  holds(names, 'ticket.customer') && !holds(names, 'ticket.agent') && !isAdministrator(names)

/** True if the user may administer anything. */
export const isAdministrator = (names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name === 'admin' || name.startsWith('admin.'))
