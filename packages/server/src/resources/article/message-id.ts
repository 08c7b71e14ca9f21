import { hash } from 'node:crypto'

/** Returns the hash by which a Message-ID is looked up. An index of the ids themselves would be large. */
export const messageIdHash = (id: string): string => hash('md5', id)
