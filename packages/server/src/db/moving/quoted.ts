/** Quotes the name of a table or column for the text of a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
