/**
 * The size in bytes above which a database counts as large: several hundred thousand tickets. Statements that are short
 * in smaller databases block the service for too long in a large one.
 */
export const LARGE_DATABASE = 2 ** 31
