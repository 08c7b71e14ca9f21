/** The longest query, in UTF-16 code units. Longer ones are rejected before parsing. */
export const MAX_LENGTH = 8_000

/** The most terms in one query. */
export const MAX_TERMS = 500

/** The deepest nesting of parentheses and negations. */
export const MAX_DEPTH = 50

/** The most wildcards (`*` and `?`) in one term. */
export const MAX_WILDCARDS = 8

/** The most terms in one query with wildcards elsewhere than at the end of a word. */
export const MAX_PATTERNS = 10
