import { Secrets } from '../kernel/secrets.ts'

/** Encrypts with a key that all tests share. */
export const testSecrets = new Secrets('secret.key', () => Buffer.alloc(32, 7).toString('base64'))
