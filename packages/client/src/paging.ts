/*
 * The code that requests the pages of lists. It is loaded when a program requests the first page of any list: a program
 * that shows one ticket does not need it. Like `later.ts`, it imports only types from the layers above.
 */
export { fetchPage, total } from './page-requests.ts'
export { Pager } from './pager.ts'
