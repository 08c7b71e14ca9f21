/** Maximum length of a query, in UTF-16 code units. Longer queries are rejected before parsing. */
export const MAX_LENGTH = 8_000

/** Maximum number of terms in a query. */
export const MAX_TERMS = 500

/** Maximum nesting of parentheses and negations. */
export const MAX_DEPTH = 50

/** Maximum number of wildcards (`*` and `?`) in a term. */
export const MAX_WILDCARDS = 8

/** Maximum number of patterns in a query. A pattern is a term with a wildcard that is not a `*` at the end of the word. */
export const MAX_PATTERNS = 10
