/*
 * The code that requests the pages of lists. It is loaded when a program requests the first page of any list: a program
 * that shows one ticket does not need it. As in `later.ts`, these modules import only types from the
 * code that is loaded at the start.
 */
export { fetchPage, total } from './page-requests.ts'
export { Pager } from './pager.ts'
