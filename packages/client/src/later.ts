/*
 * Code that most programs do not need at once: writes, many records by id, files, the verbs of tickets. It is loaded at its
 * first use, so that what a page loads before it shows anything stays small. Nothing here is imported statically by
 * the core, and nothing here imports more than types from it.
 */
export { encodeFiles, streamOf } from './files.ts'
export { Batch, count, each, many } from './many.ts'
export { verbs } from './verbs.ts'
export { create, me } from './writes.ts'
