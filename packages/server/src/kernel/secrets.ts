import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Fault } from '../errors/fault.ts'
import { failureMessage } from '../errors/failure-message.ts'

/** Thrown if a secret cannot be decrypted. The message is for administrators. */
export class UnreadableSecret extends Error {}

/** A key of AES-256. Its id, a part of its hash, is stored with each secret that it has encrypted. */
interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/** The number of bytes of a key, of an initialization vector, and of the tag that authenticates a ciphertext. */
const [KEY_SIZE, IV_SIZE, TAG_SIZE] = [32, 12, 16]

const encryptedForm = /^encrypted:v1:(?<id>[0-9a-f]{8}):(?<bytes>[\w-]+)$/

/**
 * Encrypts secrets with AES-256-GCM before they are stored. The keys are in a file outside the database: a line for
 * each, in base64. The first one encrypts; the others decrypt what was encrypted before the key was changed. The file
 * is read at each use, so that a change needs no restart.
 */
export class Secrets {
  readonly file: string
  readonly #read: () => string

  constructor(file: string, read = () => readFileSync(file, 'utf8')) {
    this.file = file
    this.#read = read
  }

  /** @throws Fault `invalid` without a usable key. */
  encrypt(secret: string): string {
    const { id, bytes } = this.#currentKey()
    const iv = randomBytes(IV_SIZE)
    const cipher = createCipheriv('aes-256-gcm', bytes, iv)
    const encrypted = [cipher.update(secret, 'utf8'), cipher.final()]
    return `encrypted:v1:${id}:${Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url')}`
  }

  /** Returns the text unchanged if an earlier version has stored it without encryption. @throws UnreadableSecret */
  decrypt(stored: string): string {
    const { id, bytes: text } = encryptedForm.exec(stored)?.groups ?? {}
    if (id === undefined || text === undefined) return stored
    const bytes = Buffer.from(text, 'base64url')
    const [iv, tag] = [bytes.subarray(0, IV_SIZE), bytes.subarray(IV_SIZE, IV_SIZE + TAG_SIZE)]
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#keyNamed(id).bytes, iv, { authTagLength: TAG_SIZE })
      decipher.setAuthTag(tag)
      return decipher.update(bytes.subarray(IV_SIZE + TAG_SIZE), undefined, 'utf8') + decipher.final('utf8')
    } catch (failure) {
      if (failure instanceof UnreadableSecret) throw failure
      throw new UnreadableSecret('A stored secret is damaged: enter it again.', { cause: failure })
    }
  }

  /** Returns true for a secret that the current key has encrypted. @throws Fault `invalid` without a usable key. */
  isCurrent(stored: string): boolean {
    return encryptedForm.exec(stored)?.groups?.['id'] === this.#currentKey().id
  }

  #currentKey(): Key {
    try {
      return this.#keys()[0] as Key
    } catch (failure) {
      throw new Fault('invalid', `Secrets cannot be stored: ${failureMessage(failure)}`, { cause: failure })
    }
  }

  #keyNamed(id: string): Key {
    let keys: readonly Key[]
    try {
      keys = this.#keys()
    } catch (failure) {
      throw new UnreadableSecret(`A stored secret cannot be decrypted: ${failureMessage(failure)}`, { cause: failure })
    }
    const key = keys.find((candidate) => candidate.id === id)
    if (key) return key
    throw new UnreadableSecret(
      `A stored secret cannot be decrypted: its key (${id}) is not in ${this.file}. Add that key to the file, or enter the secret again.`,
    )
  }

  /** @throws Error if the file is missing or is not a key file. */
  #keys(): readonly Key[] {
    return parseKeys(this.file, this.#readFile()).map((bytes) => ({ id: idOf(bytes), bytes }))
  }

  #readFile(): string {
    try {
      return this.#read()
    } catch (failure) {
      const isMissing = (failure as NodeJS.ErrnoException).code === 'ENOENT'
      const problem = isMissing ? `the key file ${this.file} is missing.` : `${failureMessage(failure)}.`
      throw new Error(problem, { cause: failure })
    }
  }
}

/** True for a text in the form of an encrypted secret. */
export const isEncrypted = (stored: string): boolean => encryptedForm.test(stored)

/** Returns a new key as a line of a key file. */
export const newKey = (): string => `${randomBytes(KEY_SIZE).toString('base64')}\n`

/** @throws Error that names the wrong line. */
function parseKeys(file: string, text: string): Buffer[] {
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.flatMap((line, index) => {
    if (line === '') return []
    const key = Buffer.from(line, 'base64')
    if (key.length !== KEY_SIZE) throw new Error(`line ${index + 1} of ${file} is not a key of 32 bytes in base64.`)
    return [key]
  })
  if (keys.length === 0) throw new Error(`the key file ${file} is empty.`)
  return keys
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)
