/*
 * The code that requests pages, loaded with the first page: a program that shows one ticket does not need it. Like `later.ts`,
 * it imports only types from the layers above.
 */
export { fetchPage, total } from './page-requests.ts'
export { Pager } from './pager.ts'
