/** The values of placeholders, nested as in `ticket.customer.firstname`. */
export interface Values {
  readonly [name: string]: unknown
}

/** Fills in the placeholders `#{...}` of a text module, which is HTML. Missing values become `-`. */
export const fillIn = (text: string, values: Values): string =>
  text.replaceAll(/#\{([^{}]*)\}/g, (_, name: string) => escapeHtml(valueOf(values, name.trim()) || '-'))

function valueOf(values: Values, name: string): string {
  let value: unknown = values
  for (const part of name.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Values)[part] : undefined
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
