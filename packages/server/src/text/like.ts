/** Escapes the wildcards of SQL's LIKE with a backslash, so that a text matches itself; use it with `escape '\'`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
