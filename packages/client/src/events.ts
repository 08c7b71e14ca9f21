/**
 * The live stream of events and the values that follow it, loaded on first use. As in `later.ts`, these modules import only types
 * from the code that is loaded at the start.
 */
export { EventReader } from './event-reader.ts'
export { Updates } from './updates.ts'
