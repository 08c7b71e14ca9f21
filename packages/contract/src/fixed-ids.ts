/** Ids of records that every installation has from its first start, and that the service refers to. */

/** Id of the user in whose name the service itself writes; it cannot sign in. */
export const systemUser = 1

/** Value of `owner_id` for a ticket without an owner: the system user. */
export const noOwner = systemUser
