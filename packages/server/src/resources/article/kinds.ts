/** Ids of the article senders, fixed because existing clients rely on them. */
export const senders = { agent: 1, customer: 2, system: 3 } as const

/** Ids of the article types with special rules, fixed as well. */
export const types = { email: 1, phone: 5, note: 10, web: 11 } as const

/** Returns true if articles of a type are messages: all except notes. */
export const isCommunication = (type: number): boolean => type !== types.note

/**
 * Returns true if a message of this type may specify its own `from`: e-mail (1), SMS (2), Twitter (6 and 7) and Facebook (8
 * and 9). The `from` of other types is computed.
 */
export const hasOwnSender = (type: number): boolean => [1, 2, 6, 7, 8, 9].includes(type)

/** Types of articles that an agent writes on behalf of the customer if the request names the sender `Customer`. */
export const onBehalfTypes: ReadonlySet<number> = new Set([types.phone, types.note, types.web])
