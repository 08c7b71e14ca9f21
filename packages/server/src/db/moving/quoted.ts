/** A name of a table or column in the text of a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
