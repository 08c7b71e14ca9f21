/*
 * Code that most programs do not need at the start: writes, many records by id, files, the methods of tickets. It is loaded
 * on first use, so that the bundle that a web page loads first stays small. Modules of that bundle import only types from
 * this code or use `import()`, and this code imports only types from them.
 */
export { encodeFiles, openStream, upload } from './files.ts'
export { Batch, count, each, many } from './many.ts'
export { verbs } from './verbs.ts'
export { create, me } from './writes.ts'
