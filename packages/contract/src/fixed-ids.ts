/* Ids of records that exist from the first start and that the service refers to. */

/** Id of the user for changes by the service itself; it cannot sign in. */
export const systemUser = 1

/** Value of `owner_id` for a ticket without an owner: the system user. */
export const noOwner = systemUser
