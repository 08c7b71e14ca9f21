/** Identifies a state of a database: as long as it is the same, nothing has been committed. */
export type Version = number | string
