/**
 * The reason phrases of HTTP statuses. An import of `node:http` would evaluate all its exports, and thereby load Node's
 * implementation of `fetch`, which takes 6 MiB.
 */
export const { STATUS_CODES } = process.getBuiltinModule('node:http')
