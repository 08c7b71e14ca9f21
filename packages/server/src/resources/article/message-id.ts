import { hash } from 'node:crypto'

/** Returns the hash by which Message-IDs are looked up: an index of the ids themselves would be large. */
export const messageIdHash = (id: string): string => hash('md5', id)
