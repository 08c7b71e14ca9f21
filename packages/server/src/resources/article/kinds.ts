/** Who speaks in an article. The ids are those that existing clients know (reference, section 8.4). */
export const senders = { agent: 1, customer: 2, system: 3 } as const

/** The kinds of article that have rules of their own; their ids are fixed too. */
export const types = { email: 1, phone: 5, note: 10, web: 11 } as const

/** Everything but a note reaches the other side. */
export const isCommunication = (type: number): boolean => type !== types.note

/** Kinds whose sender stands in the message itself: mail, short messages, social networks. */
export const hasOwnSender = (type: number): boolean => [1, 2, 6, 7, 8, 9].includes(type)

/** Types that one person can write for another; every other type comes from its sender. */
export const onBehalfTypes: ReadonlySet<number> = new Set([types.phone, types.note, types.web])
