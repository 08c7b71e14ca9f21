/**
 * The live stream of events and the values that follow it, loaded at the first use. Like `later.ts`, it imports only
 * types from the layers above.
 */
export { EventReader } from './event-reader.ts'
export { Updates } from './updates.ts'
