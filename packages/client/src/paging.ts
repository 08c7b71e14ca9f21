/*
 * What a loop needs beside its iterator, loaded when the first page is asked for: a program that shows one ticket does
 * without it. Like `later.ts`, it imports only types from the core.
 */
export { fetchPage, total } from './answer.ts'
export { Pager } from './pager.ts'
